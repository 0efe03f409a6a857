import { describe, expect, it } from 'vitest'
import { queryAsText, readSearch } from './readSearch.ts'

const read = (path: keyof typeof readSearch, query: string) => readSearch[path](queryAsText.parseSearch(query))

describe('the query of an address', () => {
  it.each(['?background=123e45&button=00ff00', '?t=1234e567', '?plan=%22pro%22', '?billing=%7B%7D', '?team=0012', '?day=2026-01-31'])(
    'stays as it was typed: %s',
    (query) => {
      expect(queryAsText.stringifySearch(queryAsText.parseSearch(query))).toBe(query)
    },
  )

  it('gives a screen the texts that it reads, and no others', () => {
    expect(read('/pricing', '?background=123e45&livemode=false')).toEqual({ background: '123e45', livemode: 'false' })
    expect(read('/billing/create', '?team=42&broadcast=true')).toEqual({ team: '42', broadcast: 'true' })
    expect(read('/teams', '?create=true&archived=false&billing=pine')).toEqual({ create: 'true', archived: 'false', billing: 'pine' })
  })

  it('leaves out a repeated parameter, and those of another screen', () => {
    expect(read('/teams', '?archived=yes&billing=pine&billing=oak&day=2026-01-31')).toEqual({ archived: 'yes' })
    expect(read('/team/$id/log', '')).toEqual({})
  })
})
