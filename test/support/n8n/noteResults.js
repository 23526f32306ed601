// A reporter of jest: writes each test file's outcome as a line of its own once it has ended, so that a run that is
// broken off has reported about the files before.
const { appendFileSync } = require('node:fs');
const { join, relative } = require('node:path');

module.exports = class NoteResults {
	onTestResult({ path }, result) {
		const broken = result.testExecError ? [result.testExecError.message] : [];
		const failed = result.testResults.filter(({ status }) => status === 'failed');
		const line = {
			testFile: relative(join(__dirname, '..'), path),
			passed: result.numPassingTests,
			skipped: result.numPendingTests + result.numTodoTests,
			failures: [
				...broken.map((message) => ({ test: '', message })),
				...failed.map(({ fullName, failureMessages: [message = ''] }) => ({
					test: fullName,
					message,
				})),
			],
		};
		appendFileSync(process.env.N8N_TEST_RESULTS, `${JSON.stringify(line)}\n`);
	}
};
