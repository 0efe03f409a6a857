import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * Tests that write rows by SQL: how many statements, and what no call and no screen can do. A test reaches any other
 * state as a user does.
 */
const allowed: Readonly<Record<string, readonly [statements: number, reason: string]>> = {
  'server/backup/restoreBackup.test.ts': [1, 'thousands of rows at once: a backup copies rows of any meaning'],
  'server/domain/changes/changesAfter.test.ts': [
    12,
    'ages a change past its keeping time; members, forms and entries of lists change by a statement, as their calls change them',
  ],
  'server/domain/conversations/talking.test.ts': [
    18,
    'runs jobs before their time, and puts conversations into moments between two steps; other systems refuse numbers and close days',
  ],
  'server/domain/daily-log/ownerLogin.test.ts': [
    13,
    'a project of a connected system; a bot with a contact, as the bot editor saves it; ages tokens; a project changes its billing account and its system; a secret of another server; conversations between two steps',
  ],
  'server/domain/hazards/followUpHazards.test.ts': [
    6,
    'ages hazards past their follow-up, and prepares by a statement what calls with tests of their own do',
  ],
  'server/domain/housekeeping/tidyUp.test.ts': [15, 'ages rows past their keeping time'],
  'server/domain/limits/requestRates.test.ts': [2, 'empties the counters between tests'],
  'server/domain/records/applyWrite.test.ts': [
    8,
    'takes a right away between two statements of one save; forms and files of the small site that the test makes of rows',
  ],
  'server/domain/records/reconcileOps.test.ts': [1, 'ages receipts past their keeping time'],
  'server/http/limits/guardRequests.test.ts': [1, 'fills a counter without hundreds of requests'],
  'server/main.test.ts': [2, 'a form of the folder as an earlier release left it: open to everybody'],
  'server/routes/billing/billingRoutes.test.ts': [22, 'fills accounts with hundreds of messages, saves and conversations of earlier days'],
  'server/routes/bots/botEditor.test.ts': [14, 'prepares by a statement what calls with tests of their own do'],
  'server/routes/bots/botRoutes.test.ts': [3, 'prepares by a statement what calls with tests of their own do'],
  'server/routes/bots/chatRoutes.test.ts': [2, 'a bot without a form, as earlier releases made them'],
  'server/routes/bots/executionRoutes.test.ts': [
    8,
    'prepares by a statement what calls with tests of their own do; a thousand decisions of another project',
  ],
  'server/routes/forms/pageRoutes.test.ts': [1, 'a list longer than a page'],
  'server/routes/files/addFiles.test.ts': [2, 'ages files past their keeping time'],
  'server/routes/files/addUploads.test.ts': [15, 'ages uploads past their keeping time, and leaves one as a crash leaves it'],
  'server/routes/permissions.test.ts': [12, 'makes one project for each row of the table of rights, hundreds of them'],
  'server/routes/production.test.ts': [3, 'a confirmed email, which no test mail server confirms; a paid plan of the card provider'],
  'server/routes/records/permits.test.ts': [2, 'the form of a permit bot as an earlier release made it'],
  'server/routes/projects/libraryRoutes.test.ts': [3, 'prepares by a statement what calls with tests of their own do'],
  'server/routes/projects/listImports.test.ts': [1, 'entries of an earlier release that share an e-mail or a number: no call makes such'],
  'server/routes/projects/listRoutes.test.ts': [1, 'a list longer than a page'],
  'server/routes/projects/projectRoutes.test.ts': [5, 'prepares by a statement what calls with tests of their own do'],
  'server/routes/projects/reportingRoutes.test.ts': [
    8,
    'conversations and saves of earlier days; ages a report past its keeping time, and late saves',
  ],
  'server/routes/records/actionRoutes.test.ts': [2, 'ages short links past their end'],
  'server/routes/records/recordSaves.test.ts': [1, 'mails of earlier days'],
  'server/routes/sign-in/grants.test.ts': [6, 'ages grants past their end, and fills counters without hundreds of requests'],
  'server/routes/sign-in/passkeyRoutes.test.ts': [20, 'an attacker who has written rows; ages a challenge; empties counters between tests'],
  'server/routes/sign-in/sessions.test.ts': [2, 'ages sessions past their end'],
  'server/routes/sign-in/signInRoutes.test.ts': [
    10,
    'ages PINs and sessions past their end, and fills counters without hundreds of requests',
  ],
  'server/routes/site/attendanceRoutes.test.ts': [2, 'prepares by a statement what calls with tests of their own do'],
  'server/routes/site/deviceRoutes.test.ts': [4, 'ages commands and pings; a device of an earlier release has no key'],
  'server/routes/site/gate.test.ts': [6, 'product administrators come and go while a session lasts; ages an impersonation'],
  'server/routes/site/kioskRoutes.test.ts': [13, 'a known code instead of a random one; empties and fills counters'],
  'server/routes/walls.test.ts': [1, 'fills a counter without dozens of requests'],
  'server/storage/addJob.test.ts': [9, 'is about the rows of the job queue'],
  'server/storage/deleteInBatches.test.ts': [2, 'is about rows, in a table that the test itself makes'],
  'server/storage/dump/loadDatabase.test.ts': [4, 'values of every type of column, in tables that the test itself makes'],
  'server/storage/embedded/durableFileSystem.test.ts': [3, 'is about rows that survive a crash'],
  'server/storage/embedded/openEmbedded.test.ts': [1, 'is about rows that survive a restart'],
  'server/storage/migrate.test.ts': [3, 'is about statements of migrations'],
  'server/storage/projectLists.test.ts': [4, 'is about statements of lists: rows of an earlier release'],
  'server/storage/queryBudget.test.ts': [7, 'is about slow statements'],
  'server/storage/recordEdits.test.ts': [2, 'is about statements of migrations: rows of an earlier release'],
  'server/storage/storage.test.ts': [2, 'is about rows'],
  'server/traces.test.ts': [3, 'texts of statements that get a name and do not run'],
  'tests/abuse/bodies.test.ts': [2, 'fills counters without hundreds of requests'],
  'tests/abuse/harness/callers.ts': [1, 'empties the counters between calls'],
  'tests/abuse/harness/describeMalformed.ts': [3, 'empties the counters between calls, and runs jobs before their time'],
  'tests/abuse/harness/rightsRows.ts': [3, 'undoes what an allowed call did, so that the next caller meets the same rows'],
  'tests/abuse/harness/site.ts': [14, 'two companies with one row of everything, by marks that no other row has'],
  'tests/abuse/signIn.test.ts': [1, 'empties the counters between tests'],
  'tests/backup/recovery.test.ts': [1, 'an accident of an operator, which a recovery takes back'],
  'tests/harness/distribution.ts': [1, 'copies rows into tables that it makes itself'],
  'tests/harness/site.ts': [4, 'a project with its people and forms, for tests below the calls'],
}

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const self = 'tests/architecture/testsWriteNoState.test.ts'
const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((file) => file !== self && /^(?:tests|e2e)\/.*\.ts$|\.test\.tsx?$/.test(file))

/** Statements in SQL, and those that the query builder makes: `db.insert(forms)`. */
const writes =
  /\b(?:insert\s+into|update\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b|delete\s+from|truncate\s)|\b(?:db|tx)\s*\.(?:insert|update|delete)\(\w/gi

it('no test writes rows to reach a state that a user could not reach, except for a reason that is named here', () => {
  const found = Object.fromEntries(
    tests.map((file) => [file, [...read(file).matchAll(writes)].length] as const).filter(([, count]) => count > 0),
  )
  const more = Object.entries(found).filter(([file, count]) => count > (allowed[file]?.[0] ?? 0))
  expect(more, 'new statements: reach the state by calls, or name the reason').toEqual([])
  expect(
    Object.keys(allowed).filter((file) => !(file in found)),
    'reasons that are no longer needed',
  ).toEqual([])
})

it('no browser test writes rows', () => {
  expect(Object.keys(allowed).filter((file) => file.startsWith('e2e/'))).toEqual([])
})
