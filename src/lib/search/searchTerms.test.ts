import { describe, expect, it } from 'vitest'
import { matches, searchTerms, typedWords } from './searchTerms.ts'

const found = (label: string, typed: string) => matches(searchTerms(label), typedWords(typed))

describe('finding a person in a list', () => {
  it('FE-311 RV-385 finds by the beginning of any word, not by its middle', () => {
    expect(found('Jane Smith', 'smi')).toBe(true)
    expect(found('Jane Smith', 'smi ja')).toBe(true)
    expect(found('Jane Smith', 'mith')).toBe(false)
  })

  it('FE-312 does not care about capitals', () => {
    expect(found('McALLISTER', 'mcal')).toBe(true)
    expect(found('mcallister', 'MCAL')).toBe(true)
  })

  it('FE-313 does not care about punctuation', () => {
    expect(found("O'Brien & Sons", 'obrien')).toBe(true)
    expect(found('J.B. Crane', 'jb')).toBe(true)
    expect(found('HVAC/Plumbing', 'plumb')).toBe(true)
    expect(found('03-3000 Cast-in-place concrete', '03-3')).toBe(true)
  })

  it('FE-314 takes repeated letters as one', () => {
    expect(found('Hammerson', 'hamerson')).toBe(true)
    expect(found('Ana', 'anna')).toBe(true)
    // A key that is held down matches no name.
    expect(found('Zoe Zimmer', 'zzzz')).toBe(false)
    expect(found('AAA Plumbing', 'aaa')).toBe(true)
    expect(found('AAA Plumbing', 'a')).toBe(true)
  })

  it('FE-315 finds people by their initials and without their accents', () => {
    expect(found('Jane Smith', 'js')).toBe(true)
    expect(found('José Núñez', 'nunez')).toBe(true)
    expect(found('Jane', 'j')).toBe(true)
    expect(found('Ana Maria Lima', 'al')).toBe(true)
    expect(found('Tower > Job Site', 'js')).toBe(true)
    expect(found('Ana Abel Brown', 'aab')).toBe(true)
  })
})
