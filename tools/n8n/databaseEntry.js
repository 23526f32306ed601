// Runs on the Node of the installed n8n, in its folder. Enters a community package in n8n's database, as n8n does after
// it has fetched one; n8n loads packages from its folder, but lists and updates those of the database.
const { readFileSync } = require('node:fs');
const { promisify } = require('node:util');

// That of n8n: not every Node that n8n runs on has SQLite built in.
const { Database } = require(require.resolve('sqlite3', { paths: [process.cwd()] }));

async function main() {
	const [file] = process.argv.slice(2);
	const { pack, nodes } = JSON.parse(readFileSync(0, 'utf8'));
	const database = new Database(file);
	database.configure('busyTimeout', 20_000);
	const run = promisify(database.run.bind(database));
	const time = new Date().toISOString();
	await run('BEGIN IMMEDIATE');
	await run('DELETE FROM installed_nodes WHERE package = ?', [pack.name]);
	await run('DELETE FROM installed_packages WHERE packageName = ?', [pack.name]);
	await run(
		'INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)',
		[pack.name, pack.version, pack.author.name, pack.author.email, time, time],
	);
	for (const { displayName, name, version } of nodes) {
		await run(
			'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
			[displayName, name, version, pack.name],
		);
	}
	await run('COMMIT');
	database.close();
}

void main();
