// Runs on the Node of the installed n8n, which has SQLite built in. Enters a community package in n8n's database, as
// n8n does after it has fetched one; n8n loads packages from its folder, but lists and updates those of the database.
const { readFileSync } = require('node:fs');
const { DatabaseSync } = require('node:sqlite');

const [file] = process.argv.slice(2);
const { pack, nodes } = JSON.parse(readFileSync(0, 'utf8'));
const database = new DatabaseSync(file, { timeout: 20_000 });
const time = new Date().toISOString();

database.exec('BEGIN IMMEDIATE');
database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(pack.name);
database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(pack.name);
database
	.prepare(
		'INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)',
	)
	.run(pack.name, pack.version, pack.author.name, pack.author.email, time, time);
const insert = database.prepare(
	'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
);
for (const { displayName, name, version } of nodes)
	insert.run(displayName, name, version, pack.name);
database.exec('COMMIT');
database.close();
