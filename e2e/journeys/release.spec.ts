import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { people, signInApi } from '../harness/api.ts'
import { expect, test } from '../harness/fixtures.ts'
import { traceCollector } from '../../tests/harness/traceCollector.ts'
import { type Muster, startMuster } from '../harness/server.ts'
import { signIn } from '../pages/signIn.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'muster-data-'))
const root = path.resolve(import.meta.dirname, '../..')
const release = mkdtempSync(path.join(tmpdir(), 'muster-release-'))
const copies = mkdtempSync(path.join(tmpdir(), 'muster-copies-'))

/** Path, size and time of each file of the release. */
const contents = () =>
  readdirSync(release, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((file) => {
      const { size, mtimeMs } = statSync(path.join(release, file))
      return `${file} ${size} ${mtimeMs}`
    })

let muster: Muster | undefined
let collector: Awaited<ReturnType<typeof traceCollector>> | undefined
let before: string[]
test.beforeAll(async () => {
  test.setTimeout(600_000)
  execFileSync(process.execPath, [path.join(root, 'scripts/release.mjs'), release], { cwd: root })
  before = contents()
  collector = await traceCollector()
  muster = await startMuster({ release, firstStart: dataDir, env: { DEMO: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
})
test.afterAll(async () => {
  await muster?.stop()
  collector?.close()
  for (const folder of [release, copies]) rmSync(folder, { recursive: true, force: true })
})

test('a release has the files of the server alone, with the licences of the packages', () => {
  for (const name of ['typescript', 'tsx', 'vite', 'rolldown', 'react', 'dexie', '@20minutes'])
    expect([name, existsSync(path.join(release, 'node_modules', name))]).toEqual([name, false])
  for (const name of ['fastify', 'aws4fetch'])
    expect([name, existsSync(path.join(release, 'node_modules', name, 'LICENSE'))]).toEqual([name, true])
  const bytes = readdirSync(release, { recursive: true, encoding: 'utf8' }).reduce((sum, file) => {
    const found = statSync(path.join(release, file))
    return found.isFile() ? sum + found.size : sum
  }, 0)
  // An image with Node.js on Alpine (130 MB) may have 250 MB.
  expect(bytes).toBeLessThan(120e6)
})

test('a released server runs the app, reads photos, draws posters and PDF pages, makes a backup, sends traces, and writes nothing into its folder', async ({
  page,
}) => {
  if (!muster) throw new Error('the release did not start')
  await signIn(page, muster.address, muster.address, people.worker)
  const owner = await signInApi(muster.address, people.owner)

  await page.goto('about:blank')
  await page.setContent('<p style="font: bold 60px sans-serif; margin: 40px; white-space: nowrap">GATE 7</p>')
  const image = (await page.locator('p').screenshot({ type: 'png' })).toString('base64')
  const ask = { validation: ['GATE'], customValidation: [], type: 'image/png', image }
  const read = await owner.request('POST', '/api/attachment/textValidate', ask)
  expect(await read.json()).toMatchObject({ success: true })

  const drawn = await owner.request('POST', '/api/image2pdf', { type: 'image/png', image })
  expect(
    Buffer.from(await drawn.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const { bots } = await owner.get<{ bots: { id: string; class: string }[] }>('/api/automation/list')
  const gate = bots.find((bot) => bot.class === 'attendance')
  const poster = await owner.file(`/api/automation/${gate?.id}/poster.pdf?paper=a4`)
  expect(poster.subarray(0, 5).toString()).toBe('%PDF-')

  await expect.poll(() => collector?.spans.map(({ name }) => name)).toContain('POST /api/image2pdf')

  const npm = (...words: string[]) =>
    execFileSync('npm', ['run', '--silent', ...words], { cwd: release, encoding: 'utf8', env: { ...process.env, DATA_DIR: dataDir } })
  expect(npm('sign-in-link', '--', people.owner.mobile)).toContain('/login/link#')
  expect(npm('files:move')).toContain('nothing to move')
  const backup = path.join(copies, 'muster.backup')
  npm('backup', '--', backup)
  expect(npm('verify-backup', '--', backup)).toContain(`${backup} is whole`)

  await muster.pause()
  expect(contents()).toEqual(before)
})
