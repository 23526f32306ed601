// Brings node_modules in line with package-lock.json, so that every test command works on a fresh clone.
const { createHash } = require('node:crypto');
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const { npmCommand } = require('./platform');

const root = join(__dirname, '..');
const stamp = join(root, 'node_modules', '.installed-from');
const expected = createHash('sha256')
	.update(readFileSync(join(root, 'package.json')))
	.update(readFileSync(join(root, 'package-lock.json')))
	.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== expected) {
	console.log('Installing the development packages (once, about a minute) ...');
	// Where nobody watches, exactly what the lock file says; a developer's other packages may stay.
	const how = process.env.CI ? 'ci' : 'install';
	const npm = npmCommand([how, '--no-audit', '--no-fund', '--loglevel=error']);
	execFileSync(npm.program, npm.args, { cwd: root, stdio: 'inherit' });
	writeFileSync(stamp, expected);
}
