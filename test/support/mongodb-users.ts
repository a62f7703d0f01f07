import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { runProgram } from '@vitae/local/programs/run-program';
import type mongoose from 'mongoose';
import { withClient } from './mongo-client.ts';
import { projectRoot } from './project-root.ts';

type Command = mongoose.mongo.Document;

/** A MongoDB that requires passwords, with the users and secrets of the deployment files. */
export type MongodbUsers = {
  /** Options of mongod. */
  args: string[];
  /** Initiates the replica set and creates the users, as the image and the Compose file do. Rejects until it is primary. */
  bringUp(): Promise<void>;
  rootUri: string;
  /** The address that docker-compose.yml gives to a process, with another host. */
  uriOf(name: string, host: string): string;
};

const REPLICA_SET = 'rs0';
const AUTHENTICATION_FAILED = 18;
const USER_EXISTS = 51_003;
const ROLE_EXISTS = 51_002;

/** Generates the secrets of docker-compose.yml in the folder. */
export async function createMongodbUsers(folder: string, port: number): Promise<MongodbUsers> {
  await runProgram(process.execPath, [join(projectRoot, 'deploy/compose/make-secrets.mjs'), folder]);
  const secret = (audience: string, name: string) => readFileSync(join(folder, audience, name), 'utf8');
  const host = `127.0.0.1:${port}`;
  const password = secret('databases', 'mongodb-root-password');
  const rootUri = `mongodb://root:${password}@${host}/?directConnection=true&authSource=admin`;
  const isBroughtUp = () =>
    withClient(rootUri, async (client) => (await client.db('admin').command({ hello: 1 })).isWritablePrimary).catch(
      (error: { code?: unknown }) => (error.code === AUTHENTICATION_FAILED ? undefined : Promise.reject(error)),
    );
  return {
    args: ['--replSet', REPLICA_SET, '--keyFile', join(folder, 'databases/mongodb-key-file')],
    rootUri,
    bringUp: async () => {
      if ((await isBroughtUp()) === undefined) await bootstrap(host, password);
      if (!(await isBroughtUp())) throw new Error('MongoDB is not primary yet');
      const commands = commandsOfUsers((name) => secret('databases', name));
      await withClient(rootUri, async (client) => {
        for (const { database, command } of commands) await client.db(database).command(command).catch(ignoreExisting);
      });
    },
    uriOf: (name, proxy) =>
      secret(name, 'mongodb-uri')
        .replace('@mongodb:27017/', `@${proxy}/`)
        // The replica set announces the port of mongod, not of the proxy.
        .replace(`replicaSet=${REPLICA_SET}`, 'directConnection=true'),
  };
}

function ignoreExisting(error: { code?: unknown }): void {
  if (error.code !== USER_EXISTS && error.code !== ROLE_EXISTS) throw error;
}

/** Uses the localhost exception: without users, a local client may initiate the replica set and create the first one. */
async function bootstrap(host: string, password: string): Promise<void> {
  await withClient(`mongodb://${host}/?directConnection=true`, async (client) => {
    const admin = client.db('admin');
    const { isWritablePrimary, setName } = await admin.command({ hello: 1 });
    if (!setName) await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
    if (!isWritablePrimary) throw new Error('MongoDB is not primary yet');
    await admin.command({ createUser: 'root', pwd: password, roles: ['root'] });
  });
}

/** Runs deploy/helm/vitae/mongodb-users.js, which MongoDB's shell runs in a container, and returns its commands. */
function commandsOfUsers(read: (name: string) => string): { database: string; command: Command }[] {
  const commands: { database: string; command: Command }[] = [];
  const getSiblingDB = (database: string) => ({
    getName: () => database,
    getRole: (role: string) =>
      commands.find(({ database: own, command }) => own === database && command.createRole === role),
    getUser: () => null,
    createRole: ({ role, ...rest }: Command) => commands.push({ database, command: { createRole: role, ...rest } }),
    updateRole: () => undefined,
    createUser: ({ user, ...rest }: Command) => commands.push({ database, command: { createUser: user, ...rest } }),
  });
  const fs = { readFileSync: (file: string) => read(file.replace(/^\/secrets\//, '')) };
  const script = readFileSync(join(projectRoot, 'deploy/helm/vitae/mongodb-users.js'), 'utf8');
  runInContext(script, createContext({ db: { getSiblingDB }, require: () => fs }));
  return commands;
}

/** Creates a user in the database `admin` and returns the address with its name and password. */
export async function createAdminUser(rootUri: string, name: string, roles: string[]): Promise<string> {
  const pwd = `password-of-${name}`;
  await withClient(rootUri, (client) => client.db('admin').command({ createUser: name, pwd, roles }));
  return rootUri.replace(/\/\/[^@]*@/, `//${name}:${pwd}@`);
}

/** Creates users until the work has ended. Returns their names. */
export async function createUsersDuring(work: Promise<void>, rootUri: string): Promise<string[]> {
  let isRunning = true;
  const ended = work.finally(() => {
    isRunning = false;
  });
  const names: string[] = [];
  while (isRunning) {
    names.push(`temporary-${names.length}`);
    await createAdminUser(rootUri, names.at(-1) ?? '', ['read']);
  }
  await ended;
  return names;
}

/** The names of the users of all databases. */
export async function usersOf(rootUri: string): Promise<string[]> {
  const { users } = await commandOnDatabase(rootUri, 'admin', { usersInfo: { forAllDBs: true } });
  return users.map(({ user }: { user: string }) => user);
}

export function commandOnDatabase(uri: string, database: string, command: Command): Promise<Command> {
  return withClient(uri, (client) => client.db(database).command(command));
}
