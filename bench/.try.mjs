import { register } from 'tsx/esm/api'
register()
const { onEmbedded, besideListeners, sessionsOf } = await import('/work/wt/stream/bench/scale/listeners.mjs')
const { grow, growCompany, withDatabase } = await import('/work/wt/stream/bench/scale/growth.mjs')
const { startPostgres } = await import('/work/wt/stream/tests/harness/postgres.ts')
const { startMuster } = await import('/work/wt/stream/e2e/harness/server.ts')
const { people, signInApi } = await import('/work/wt/stream/e2e/harness/api.ts')
const { tell } = await import('/work/wt/stream/bench/measure.mjs')
const to = { records: Number(process.env.R ?? 20000), projects: 20, people: 6000 }
if (process.argv[2] === 'embedded') (await onEmbedded((run, c) => grow(run, { ...c, to }))).forEach(tell)
else {
  const postgres = await startPostgres()
  const muster = await startMuster({ firstStart: '/tmp/ltry' + Date.now(), env: { DATABASE_URL: postgres.url(), RATE_FACTOR: '1000' } })
  const owner = await signInApi(muster.address, people.owner)
  const { teams } = await owner.get('/api/teams')
  const tower = teams.find(({ model }) => model.name === 'Harbor Point Tower').id
  await growCompany(postgres.url(), { team: tower, owner: owner.headers['x-actor'], to })
  const sessions = await withDatabase(postgres.url(), (run) => sessionsOf(run, tower))
  ;(await besideListeners({ muster, device: owner, sessions, name: 'PostgreSQL' })).forEach(tell)
  await muster.stop(); await postgres.stop()
}
