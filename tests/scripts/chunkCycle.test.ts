import { expect, it } from 'vitest'
import { chunkCycle } from '../../scripts/steps/chunkCycle.mjs'

it('the size check names chunks of a build that import each other in a circle', () => {
  const shell = { imports: ['kit', 'slots'] }
  expect(chunkCycle({ shell, kit: {}, slots: { imports: ['kit'] } })).toBeUndefined()
  expect(chunkCycle({ shell, kit: {}, slots: { imports: ['kit', 'shell'] } })).toEqual(['shell', 'slots'])
})
