// The MongoDB image runs this once, on an empty data directory. It creates one user per database, without access to others.
const fs = require('node:fs');

for (const name of ['gateway', 'resume', 'preferences', 'metadata', 'comments', 'stats', 'export']) {
  const database = `vitae_${name}`;
  db.getSiblingDB(database).createUser({
    user: name,
    pwd: fs.readFileSync(`/secrets/mongodb-password-${name}`, 'utf8'),
    roles: [{ role: 'readWrite', db: database }],
  });
}
