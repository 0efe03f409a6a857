import { expect, it } from 'vitest'
import { mostSame } from '../../../contract/endpoints/site/SameRecord.ts'
import { readOfTeams } from './sameDecisions.ts'

it('one statement reads at most 4,000 decisions of 50 projects, and a project with many is read alone', async () => {
  const teams = Array.from({ length: 50 }, (_, n) => `team${n}`)
  const kept = teams.flatMap((team, n) => Array.from({ length: n === 7 ? 2500 : 3 }, (_, id) => ({ team, id })))
  const asked: [number, number][] = []
  const found = await readOfTeams(teams, async (some, most) => {
    asked.push([some.length, most])
    return some.flatMap((team) => kept.filter((row) => row.team === team).slice(0, most))
  })
  expect(asked).toEqual([
    [50, 80],
    [1, mostSame],
  ])
  expect(found.filter(({ team }) => team === 'team7')).toHaveLength(mostSame)
  expect(found.filter(({ team }) => team !== 'team7')).toHaveLength(49 * 3)
})
