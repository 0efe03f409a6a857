import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shellFiles, shellListOf, writeShellList } from '../../scripts/steps/shellList.mjs'

let app: string
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(app, name)), { recursive: true })
  writeFileSync(path.join(app, name), text)
}
const build = (page = '<app>') => {
  put('index.html', page)
  put('sw.js', 'start(__SHELL_LIST__)')
}

beforeEach(() => {
  app = mkdtempSync(path.join(tmpdir(), 'muster-shell-'))
  mkdirSync(path.join(app, 'assets'))
  build()
})
afterEach(() => rmSync(app, { recursive: true }))

it('keeps on the device what the app needs to open, and nothing else', () => {
  for (const name of ['assets/a-1.js', 'assets/a-1.js.br', 'assets/a-1.js.map', 'assets/f-2.woff2', 'assets/c-3.css', 'icons/icon-192.png'])
    put(name, name)
  put('pdfjs/cmaps/x.js', 'x')
  const list = writeShellList(app)
  expect(readFileSync(path.join(app, 'sw.js'), 'utf8')).toBe(`start("${list}")`)
  expect(shellListOf(app)).toBe(list)
  expect(shellFiles(app)).toEqual([
    'assets/a-1.js',
    'assets/c-3.css',
    'assets/f-2.woff2',
    expect.stringMatching(/^icons\/icon-192\.png\?revision=[0-9a-f]{10}$/),
    expect.stringMatching(/^index\.html\?revision=[0-9a-f]{10}$/),
  ])
})

it('gives another worker for another app, and the same one for the same', () => {
  const first = writeShellList(app)
  build()
  expect(writeShellList(app)).toBe(first)
  build('<app> of the next version')
  expect(writeShellList(app)).not.toBe(first)
})

it('stops the build when the worker names no list, or there is no page', () => {
  put('sw.js', 'start()')
  expect(() => writeShellList(app)).toThrow('worker')
  rmSync(path.join(app, 'index.html'))
  expect(() => writeShellList(app)).toThrow('index.html')
})
