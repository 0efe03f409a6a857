import { describe, expect, it } from 'vitest'
import { hostsAmong } from './hostsAmong.ts'

const people = ['Daniel Reyes', 'Daniel Okafor', 'José Núñez', 'José Núñez Prado'].map((name) => ({ name }))
const found = (host: string) => hostsAmong(host, people).map(({ name }) => name)

describe('whom a visitor means', () => {
  it.each([
    ['Daniel Reyes', ['Daniel Reyes']],
    ['reyes', ['Daniel Reyes']],
    ['Reyes, Daniel', ['Daniel Reyes']],
    ['Jose Nunez', ['José Núñez']],
    ['Prado', ['José Núñez Prado']],
    ['Daniel', ['Daniel Reyes', 'Daniel Okafor']],
  ])('%s', (host, names) => expect(found(host)).toEqual(names))

  it.each(['', ' . ', 'Dan', 'Daniel Webb', 'the office'])('no one: "%s"', (host) => expect(found(host)).toEqual([]))
})
