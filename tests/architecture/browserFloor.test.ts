import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

/**
 * Parts of the platform that one of the oldest supported browsers lacks (Chromium 109, Safari 16.4, Firefox 115),
 * from MDN's browser-compat-data. Packages that come with their own replacement are not read.
 */
const newStatics = new Set(
  `AbortSignal.any Array.fromAsync Atomics.pause Atomics.waitAsync Document.parseHTMLUnsafe Error.captureStackTrace Error.isError
  Intl.DurationFormat Iterator.concat Iterator.from JSON.isRawJSON JSON.rawJSON Map.groupBy Math.f16round Math.sumPrecise
  Object.groupBy Promise.try Promise.withResolvers RegExp.escape Response.json Symbol.asyncDispose Symbol.dispose URL.canParse
  URL.parse Uint8Array.fromBase64 Uint8Array.fromHex`.split(/\s+/),
)
const newMethods = new Set(
  `bytes caretPositionFromPoint checkVisibility computedStyleMap databases difference getCapabilities getCoalescedEvents getHTML
  getOrInsert getOrInsertComputed hidePopover isDisjointFrom isSubsetOf isSupersetOf isWellFormed moveBefore requestClose
  requestVideoFrameCallback setFromBase64 setFromHex setHTML setHTMLUnsafe showPicker showPopover startViewTransition
  symmetricDifference textStream toBase64 toHex toReversed toSorted toSpliced toWellFormed togglePopover transferToFixedLength
  with`.split(/\s+/),
)
const newGlobals = new Set(
  `CloseWatcher DisposableStack Float16Array Iterator SuppressedError Temporal URLPattern cancelIdleCallback
  requestIdleCallback scheduler`.split(/\s+/),
)
/** Iterators have methods of lists since Chromium 122, Safari 18.4 and Firefox 131. */
const iterators = new Set(['values', 'keys', 'entries', 'matchAll'])
const iteratorMethods = new Set('drop every filter find flatMap forEach map reduce some take toArray'.split(' '))

const adding = 'src/lib/addMissing.ts'
/** What src/lib/addMissing.ts adds, for pages and workers that import it first. */
const added = new Set(['AbortSignal.any', 'URL.canParse', 'toReversed', 'toSorted', 'toSpliced', 'with'])
const withAdded = ['src/app/main.tsx', 'sw/sw.ts']

/** Code that asks before, or also works when the call fails. */
const guarded: Readonly<Record<string, readonly string[]>> = {
  'src/app/showBlocked.ts': ['databases'],
  'src/app/warmUp.ts': ['requestIdleCallback'],
  'src/ui/whenIdle.ts': ['cancelIdleCallback', 'requestIdleCallback'],
  'src/fields/button/openField.ts': ['showPicker'],
  'src/ui/feedback/ToastList.tsx': ['hidePopover', 'showPopover'],
  'src/ui/motion/closeDialog.ts': ['showPopover'],
  'src/ui/overlays/Menu.tsx': ['showPopover'],
}

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string'
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)
const nameOf = (node: unknown) => String((node as Node | undefined)?.['name'])
/** Returns the name of the method in `owner.method`, undefined for all other nodes. */
const methodOf = (node: unknown) =>
  isNode(node) && node.type === 'MemberExpression' && node['computed'] !== true ? nameOf(node['property']) : undefined

/** Returns the new part that a node uses, if it uses one. A call such as `element.showPopover?.()` asks before. */
function newIn(node: Node): string | undefined {
  const method = methodOf(node)
  if (method !== undefined) {
    const name = `${nameOf(node['object'])}.${method}`
    return newStatics.has(name) ? name : undefined
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
  const callee = node['callee'] as Node
  if (callee.type === 'Identifier') return newGlobals.has(nameOf(callee)) ? nameOf(callee) : undefined
  const called = methodOf(callee)
  if (called === undefined || node['optional'] === true) return undefined
  const inner = (callee['object'] as Node)['callee'] as Node | undefined
  const isIterator = iterators.has(methodOf(inner) ?? '') && nameOf(inner?.['object']) !== 'Object'
  if (isIterator && iteratorMethods.has(called)) return `iterator.${called}`
  return newMethods.has(called) ? called : undefined
}

function newPartsOf(code: string, lang: 'ts' | 'tsx'): Set<string> {
  const found = new Set<string>()
  const visit = (node: Node): void => {
    const name = newIn(node)
    if (name !== undefined) found.add(name)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseAst(code, { lang }) as unknown as Node)
  return found
}

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const sources = ['src', 'sw', 'contract']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|bench)\.tsx?$|\.d\.ts$/.test(file) && file !== adding)
const used = new Map(sources.map((file) => [file, newPartsOf(read(file), file.endsWith('x') ? 'tsx' : 'ts')]))
const workers = sources.flatMap((file) =>
  [...read(file).matchAll(/new Worker\(new URL\('([^']+)'/g)].map(([, to = '']) => path.join(path.dirname(file), to)),
)

/** Returns the files that an entry loads, now or later, without types. */
function reachedFrom(entry: string, reached = new Set<string>()): Set<string> {
  if (reached.has(entry) || !existsSync(path.join(root, entry))) return reached
  reached.add(entry)
  for (const [, to = ''] of read(entry).matchAll(/(?:^(?:import|export)(?! type)[^;]*?from |^import |\bimport\()'(\.[^']+\.tsx?)'/gm))
    reachedFrom(path.join(path.dirname(entry), to), reached)
  return reached
}

it('finds calls of new methods, and not those that ask before or that only look alike', () => {
  const found = [
    'const a = AbortSignal.any([b])',
    'const all = (b: Iterable<string>[]) => b.map(AbortSignal.any)',
    'rows.toSorted()',
    'new Map<string, number>().values().map(String)',
    'requestIdleCallback(work)',
    'new URLPattern("/")',
    'await response.bytes()',
  ]
  const fine = [
    'element.showPopover?.()',
    '// rows.toSorted()',
    "const words = 'AbortSignal.any'",
    '[...map.values()].map(String)',
    'Object.values(map).map(String)',
    'const text = <b>URL.parse(</b>',
    'AbortSignal.timeout(1)',
    'z.union([a])',
  ]
  expect(found.filter((code) => newPartsOf(code, 'tsx').size === 0)).toEqual([])
  expect(fine.filter((code) => newPartsOf(code, 'tsx').size > 0)).toEqual([])
})

it('the code of the device uses nothing that an oldest supported browser lacks', () => {
  const tooNew = [...used].flatMap(([file, names]) =>
    [...names].filter((name) => !added.has(name) && !guarded[file]?.includes(name)).map((name) => `${file}: ${name}`),
  )
  expect(sources.length).toBeGreaterThan(800)
  expect(tooNew).toEqual([])
  const unused = Object.entries(guarded).flatMap(([file, names]) =>
    names.filter((name) => !used.get(file)?.has(name)).map((name) => [file, name]),
  )
  expect(unused).toEqual([])
})

it('the page and the service worker add what is missing before all else', () => {
  for (const entry of withAdded) expect(/^import .*$/m.exec(read(entry))?.[0], entry).toContain('lib/addMissing.ts')
})

it('other workers and the rescue page use nothing that only the page adds', () => {
  const entries = ['src/rescue/rescue.ts', ...workers]
  const missing = entries.flatMap((entry) =>
    [...reachedFrom(entry)].flatMap((file) =>
      [...(used.get(file) ?? [])].filter((name) => added.has(name)).map((name) => `${entry}: ${file} ${name}`),
    ),
  )
  expect(workers.length).toBeGreaterThan(3)
  expect(missing).toEqual([])
})
