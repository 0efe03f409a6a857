import { describe, expect, it } from 'vitest'
import { rules } from './rules.ts'
import { countFiles, isPdf, rowsOf, treeOf } from './treeOf.ts'

const names = (open: string[] = [], search = '') =>
  rowsOf(treeOf(files), new Set(open), search).map(({ node, level }) => `${'  '.repeat(level - 1)}${node.name}`)
const files = [
  { path: 'Drawings/Level 10/A-1010.pdf', url: '/media/10.pdf' },
  { path: 'Drawings/Level 2/A-201.pdf', url: '/media/2.pdf' },
  {
    name: 'Safety',
    children: [
      { name: 'Plan.docx', url: '/media/plan.docx' },
      { filename: 'Señales.pdf', url: '/media/s.pdf' },
    ],
  },
  { name: 'Read me.txt', url: '/media/readme.txt', size: 12 },
  { name: 'no address' },
  'not a file',
  null,
]

describe('a list of files', () => {
  it('holds no answer', () => {
    expect(rules.empty(undefined, undefined as never, () => undefined)).toBe(false)
  })
  it('becomes folders and files, folders first and numbers in order', () => {
    expect(names()).toEqual(['Drawings', 'Safety', 'Read me.txt'])
    expect(names(['/Drawings', '/Drawings/Level 2'])).toEqual([
      'Drawings',
      '  Level 2',
      '    A-201.pdf',
      '  Level 10',
      'Safety',
      'Read me.txt',
    ])
    expect(countFiles(treeOf(files))).toBe(5)
  })
  it('is found by any part of name or folder, without accents, with the folders around it', () => {
    expect(names([], 'senal')).toEqual(['Safety', '  Señales.pdf'])
    expect(names([], 'level 201')).toEqual(['Drawings', '  Level 2', '    A-201.pdf'])
    expect(names([], 'nothing like it')).toEqual([])
  })
  it('is read out of the answers that servers give', () => {
    for (const value of [{ files }, { items: files }, { children: files }]) expect(countFiles(treeOf(value))).toBe(5)
    for (const value of [undefined, null, 'x', {}, []]) expect(treeOf(value)).toEqual([])
  })
  it('keeps two files of the same name apart', () => {
    const twins = treeOf([
      { name: 'a.pdf', url: '/media/1.pdf' },
      { name: 'a.pdf', url: '/media/2.pdf' },
    ])
    expect(new Set(twins.map(({ id }) => id)).size).toBe(2)
  })
  it('knows a PDF by type, name or address', () => {
    const node = (more: object) => ({ id: '', name: 'a', ...more })
    expect(
      [node({ type: 'application/pdf' }), node({ name: 'A.PDF' }), node({ url: '/x.pdf?v=1' }), node({ url: '/x.docx' })].map(isPdf),
    ).toEqual([true, true, true, false])
  })
})
