// Creates one user per process, without access to other databases. The site shares the database of the gateway. The
// MongoDB image runs this once, on an empty data directory, in Compose and in the chart; docs/upgrading.md says when to
// repeat it.
const fs = require('node:fs');

for (const name of ['gateway', 'site', 'resume', 'preferences', 'metadata', 'comments', 'stats', 'export']) {
  const database = db.getSiblingDB(`vitae_${name === 'site' ? 'gateway' : name}`);
  // readWrite does not permit changing how long an index retains documents, which a release may do.
  const role = {
    privileges: [{ resource: { db: database.getName(), collection: '' }, actions: ['collMod'] }],
    roles: [{ role: 'readWrite', db: database.getName() }],
  };
  if (database.getRole('process')) database.updateRole('process', role);
  else database.createRole({ role: 'process', ...role });
  const user = {
    pwd: fs.readFileSync(`/secrets/mongodb-password-${name}`, 'utf8'),
    roles: [{ role: 'process', db: database.getName() }],
  };
  if (database.getUser(name)) database.updateUser(name, user);
  else database.createUser({ user: name, ...user });
}
