// Run once by the image of MongoDB, on an empty data folder: a user for each database, who reaches no other.
const fs = require('node:fs');

for (const name of ['gateway', 'resume', 'preferences', 'metadata', 'comments', 'stats', 'export']) {
  const database = `vitae_${name}`;
  db.getSiblingDB(database).createUser({
    user: name,
    pwd: fs.readFileSync(`/secrets/mongodb-password-${name}`, 'utf8'),
    roles: [{ role: 'readWrite', db: database }],
  });
}
