// Creates a database user for each <SERVICE>_PASSWORD in the environment, or updates its password and rights: it may read
// and write the database of its service and nothing else. For mongosh, as the container mongo-users runs it.
const { MONGO_PASSWORD, MONGO_HOST = 'mongo:27017', NAMESPACE = 'herald' } = process.env;
const admin = connect(`mongodb://herald:${MONGO_PASSWORD}@${MONGO_HOST}/admin?serverSelectionTimeoutMS=60000`);

for (const [setting, pwd] of Object.entries(process.env)) {
  const service = /^([A-Z_]+)_PASSWORD$/.exec(setting)?.[1]?.toLowerCase();
  if (service === undefined || service === 'mongo') continue;
  const user = `${NAMESPACE}_${service}`;
  const roles = [{ role: 'readWrite', db: user }];
  if (admin.getUser(user) === null) admin.createUser({ user, pwd, roles });
  else admin.updateUser(user, { pwd, roles });
}
