import { describe, expect, it } from 'vitest'
import { createFinder } from './finder.ts'
import { lineOf, SearchIndex } from './searchIndex.ts'
import { matches, searchTerms, typedWords } from './searchTerms.ts'

const given = ['Ana', 'José', 'Zoë', "O'Brien", 'McAllister', 'Anna-Lena', 'Li', 'María José']
const family = ['Smith', 'Núñez', 'Hammerson', 'Garcia', 'Söhne & Co', 'Okafor-Lee', 'Adams']
const lines = Array.from({ length: 400 }, (_, n) => `${given[n % given.length]} ${family[(n * 3) % family.length]} ${n}`)

const found = (typed: string, list = lines) => {
  const index = new SearchIndex()
  index.add(list.map((line) => lineOf(line)))
  return [...index.find(typedWords(typed))].map((line) => list[line])
}

describe('finding in a long list', () => {
  it.each(['a', 'smith', 'nunez jo', 'js', 'obrien 3', 'hamerson', 'lena', 'zz', '39', 'ana a', 'co'])(
    'FE-311 FE-313 FE-314 FE-315 RV-385 finds for "%s" what a look at every single line finds',
    (typed) => {
      const words = typedWords(typed)
      const expected = lines.filter((line) => matches(searchTerms(line), words))
      expect([...found(typed)].sort()).toEqual([...expected].sort())
    },
  )

  it('names that begin with the typed text come first, each group in the order of the list', () => {
    expect(found('sam', ['Alex Samson', 'Zoe Reed', 'Sam Adams', 'Tim Sams'])).toEqual(['Sam Adams', 'Alex Samson', 'Tim Sams'])
  })

  it('takes lines in portions, and what else leads to a line', () => {
    const index = new SearchIndex()
    index.add([lineOf('Ana Lima', 'Ironline +12025550103')])
    expect([...index.find(['iron'])]).toEqual([0])
    index.add([lineOf('Ben Carter', 'iron worker')])
    expect([...index.find(['iron'])]).toEqual([0, 1])
    expect([...index.find(['12025'])]).toEqual([0])
  })

  it('a browser without workers searches where it draws', () => {
    const finder = createFinder(lines.length * 10, (index) => lines[index % lines.length] ?? '')
    let hits: Uint32Array = new Uint32Array(0)
    finder.find(typedWords('adams'), (answer) => {
      hits = answer
    })
    finder.close()
    expect(hits.length).toBe(lines.filter((line) => line.includes('Adams')).length * 10)
  })
})
