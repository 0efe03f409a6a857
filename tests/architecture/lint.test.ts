import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
let house: string

const buildHouse = () => {
  house = mkdtempSync(path.join(tmpdir(), 'muster-lint-'))
  for (const file of ['lint', '.oxlintrc.json', 'package.json', 'tsconfig.base.json'])
    cpSync(path.join(root, file), path.join(house, file), { recursive: true })
  const settings = (type: string) => path.join('src/fields', type, 'settings.ts')
  for (const type of readdirSync(path.join(root, 'src/fields')))
    if (existsSync(path.join(root, settings(type)))) cpSync(path.join(root, settings(type)), path.join(house, settings(type)))
  symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'))
  for (const parent of ['src', 'server'])
    for (const { name } of readdirSync(path.join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory()))
      mkdirSync(path.join(house, parent, name), { recursive: true })
}
const tearDown = () => rmSync(house, { recursive: true })

interface Finding {
  message: string
  code: string
  filename: string
}

/**
 * Lints only the given files, in a copy of the repository with its folders, its lint rules and its
 * settings.
 */
function lint(files: Record<string, string>, ...flags: string[]): Finding[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(house, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(house, file), text)
  }
  const args = ['node_modules/oxlint/bin/oxlint', '--format', 'json', ...flags, ...Object.keys(files)]
  try {
    return parse(execFileSync(process.execPath, args, { cwd: house, encoding: 'utf8', stdio: 'pipe' }))
  } catch (error) {
    return parse((error as { stdout: string }).stdout)
  }
}

function parse(output: string): Finding[] {
  if (!output.startsWith('{')) throw new Error(output)
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics
}

const forbidden: [what: string, file: string, text: string, words: string | RegExp][] = [
  [
    'a new bot of the product starts without the demo',
    'server/domain/bots/editor/x.ts',
    `import { a } from '../../../demo/company.ts'\nexport const b = a\n`,
    'server/domain may import only',
  ],
  [
    'the contract does not know the app',
    'contract/x.ts',
    `import { a } from '../src/lib/newId.ts'\nexport const b = a\n`,
    'contract may import only: nothing',
  ],
  [
    'the engine does not know React',
    'src/engine/x.ts',
    `import { useState } from 'react'\nexport const b = useState\n`,
    'react is used only in',
  ],
  [
    'the engine does not reach into the store',
    'src/engine/x.ts',
    `import { a } from '../store/db.ts'\nexport const b = a\n`,
    'src/engine may import only',
  ],
  [
    'Dexie is opened only by the store',
    'src/sync/x.ts',
    `import { Dexie } from 'dexie'\nexport const b = Dexie\n`,
    'dexie is used only in src/store',
  ],
  [
    'a class is a constant of its module',
    'src/ui/Look.tsx',
    'export const b = <p className="m-note" />\n',
    'A class is a name of its CSS module',
  ],
  [
    'a selector finds a class through its module',
    'src/ui/look2.ts',
    "export const b = document.querySelector('.m-note')\n",
    'A class is a name of its CSS module',
  ],
  ['a screen does not call fetch', 'src/features/page/x.ts', `export const b = () => fetch('/api/me')\n`, 'talk to the network'],
  [
    'a screen does not call fetch by another name',
    'src/features/page/x.ts',
    `export const b = () => window.fetch('/api/me')\n`,
    'talk to the network',
  ],
  ['the store does not call the network', 'src/store/x.ts', `export const b = new XMLHttpRequest()\n`, 'talk to the network'],
  [
    'a screen may ask, and knows nothing else of sync',
    'src/features/page/x.ts',
    `import { a } from '../../sync/replay.ts'\nexport const b = a\n`,
    'src/features may import only',
  ],
  [
    'a screen imports only the public files of src/pdf',
    'src/features/pdf-form/x.ts',
    `import { a } from '../../pdf/syntax.ts'\nexport const b = a\n`,
    'src/features may import only',
  ],
  [
    'field types are strangers to each other',
    'src/fields/mobile/x.ts',
    `import { a } from '../date/rules.ts'\nexport const b = a\n`,
    'Folders in src/fields may not import each other',
  ],
  [
    'product areas are strangers to each other',
    'src/features/forms/x.ts',
    `export const b = () => import('../outbox/OutboxScreen.tsx')\n`,
    'Folders in src/features may not import each other',
  ],
  [
    'a field type does not know the list of types',
    'src/fields/mobile/x.ts',
    `import { bringTypes } from '../index.ts'\nexport const b = bringTypes\n`,
    'may not import the list',
  ],
  [
    'the contract knows of a field type only its options',
    'contract/forms/fieldSettings.ts',
    `import { a } from '../../src/fields/date/rules.ts'\nexport const b = a\n`,
    'contract/forms/fieldSettings.ts may import only',
  ],
  [
    'the options of a field type are in one list',
    'contract/forms/x.ts',
    `import { a } from '../../src/fields/date/settings.ts'\nexport const b = a\n`,
    'contract may import only: nothing',
  ],
  [
    'the server reads the options of a field type without the engine',
    'src/fields/date/settings.ts',
    `import { a } from '../../engine/form.ts'\nexport const b = a\n`,
    'src/fields/*/settings.ts may import only',
  ],
  [
    'the options of a field type know no React',
    'src/fields/days/settings.ts',
    `import { lazy } from 'react'\nexport const b = lazy\n`,
    'settings.ts of a field type runs without React',
  ],
  [
    'the rules of a field type know no React',
    'src/fields/date/rules.ts',
    `import { useLingui } from '@lingui/react'\nexport const b = useLingui\n`,
    'rules.ts of a field type runs without React',
  ],
  [
    'the engine names no field type',
    'src/engine/x.ts',
    `export const b = (setting: { type: string }) => setting.type === 'calculated'\n`,
    'No code names a field type outside of its folder',
  ],
  [
    'the server names no field type, by whatever it compares',
    'server/domain/forms/x.ts',
    `export const b = ({ type }: { type?: string }) => {\n  switch (type) {\n    case 'save':\n      return 1\n    default:\n      return 2\n  }\n}\n`,
    'No code names a field type outside of its folder',
  ],
  [
    'the contract has no list of field types',
    'contract/forms/x.ts',
    `export const b = (node: Record<string, unknown>) => ['enum', 'listenum'].includes(node['type'] as never)\n`,
    'No code names a field type outside of its folder',
  ],
  [
    'a screen has no set of field types',
    'src/features/forms/x.ts',
    `export const b = new Set(['enum', 'valueenum'])\n`,
    'No code names a field type outside of its folder',
  ],
  [
    'the kit knows nothing of the product',
    'src/ui/x.ts',
    `import type { A } from '../../contract/endpoints/pages.ts'\nexport type B = A\n`,
    'src/ui may import only',
  ],
  [
    'the look lives in the kit',
    'src/features/forms/x.ts',
    `import { Box } from '@chakra-ui/react'\nexport const b = Box\n`,
    '@chakra-ui/react is used only in',
  ],
  [
    'the service worker has no screens',
    'sw/x.ts',
    `import { a } from '../src/ui/feedback/toast.tsx'\nexport const b = a\n`,
    'sw may import only',
  ],
  [
    'the rules of the server do not know HTTP',
    'server/domain/x.ts',
    `import { fastify } from 'fastify'\nexport const b = fastify\n`,
    'fastify is used only in',
  ],
  [
    'the rules of the server do not know its routes',
    'server/domain/x.ts',
    `import { a } from '../routes/serve.ts'\nexport const b = a\n`,
    'server/domain may import only',
  ],
  [
    'a layer of the domain does not know the layers above it',
    'server/domain/records/x.ts',
    `import { a } from '../pages/pageData.ts'\nexport const b = a\n`,
    'server/domain/records is below server/domain/pages',
  ],
  [
    'a layer of the domain names no type of a layer above it',
    'server/domain/forms/x.ts',
    `import type { A } from '../bots/bots.ts'\nexport type B = A\n`,
    'server/domain/forms is below server/domain/bots',
  ],
  [
    'the files beside the layers are below all of them',
    'server/domain/x.ts',
    `import { a } from './limits/limits.ts'\nexport const b = a\n`,
    /server\/domain\/x\d+\.ts is below server\/domain\/limits/,
  ],
  [
    'the rules of the server do not know how an adapter reaches another system',
    'server/domain/texts/x.ts',
    `import { a } from '../../adapters/sms/http/httpSms.ts'\nexport const b = a\n`,
    'the interface of an adapter',
  ],
  [
    'the database is opened only by the storage',
    'server/routes/x.ts',
    `import pg from 'pg'\nexport const b = pg\n`,
    'pg is used only in server/storage',
  ],
  [
    'a link goes nowhere that data names',
    'src/answers/x.tsx',
    `export const B = (file: { url: string }) => <a href={file.url}>x</a>\n`,
    'goes through safeHref',
  ],
  [
    'a frame goes nowhere that data names',
    'src/features/page/x.tsx',
    `export const B = ({ url }: { url: string }) => <iframe title="x" src={url} />\n`,
    'goes through safeHref',
  ],
  [
    'no link begins with what data says',
    'src/fields/x.tsx',
    'export const B = ({ host }: { host: string }) => <a href={`${host}/x`}>x</a>\n',
    'goes through safeHref',
  ],
  [
    'a window opens nowhere that data names',
    'src/fields/x.ts',
    `export const b = (url: string) => window.open(url, '_blank')\n`,
    'goes through safeHref',
  ],
  [
    'the page goes nowhere that data names',
    'src/features/page/x.ts',
    `export const b = (url: string) => window.location.assign(url)\n`,
    'goes through safeHref',
  ],
  [
    'a screen takes its controls from the kit',
    'src/features/page/x.tsx',
    `export const B = () => <select aria-label="Site" />\n`,
    'Draw a control with TextField',
  ],
  [
    'a screen does not connect a label by hand',
    'src/features/page/x.tsx',
    "import * as controls from '../../ui/controls/controls.module.css'\nexport const B = () => <label className={`${controls.hint} ${controls.label}`}>Site</label>\n",
    'Draw a field with TextField',
  ],
  [
    'a screen does not build the class of a field',
    'src/tables/x.tsx',
    'import * as controls from "../ui/controls/controls.module.css"\nexport const B = ({ name }: { name: string }) => <div className={`${controls.field} ${name}`} />\n',
    'Draw a field with TextField',
  ],
  ['a folder is named after what is inside', 'src/lib/utils/x.ts', `export const b = 1\n`, '"utils" says nothing'],
  ['no file only passes on', 'src/ui/index.ts', `export { Button } from './Button.tsx'\n`, 'only passes on'],
  ['no default exports', 'src/lib/x.ts', `export default 1\n`, 'Prefer named exports'],
  ['nothing personal reaches a log', 'src/store/x.ts', `export const b = (name: string) => console.log(name)\n`, /console/],
  [
    'hooks run in the same order every time',
    'src/fields/x.tsx',
    `import { useState } from 'react'\nexport function useB(a: boolean) {\n  if (a) useState(1)\n}\n`,
    /hook/i,
  ],
]

/** Every case has a file of its own, so that one run lints all of them. */
const own = (file: string, n: number) => file.replace(/x(\.tsx?)$/, `x${n}$1`)

describe('the lint that is the architecture', () => {
  let findings: Finding[]
  beforeAll(() => {
    buildHouse()
    findings = lint(Object.fromEntries(forbidden.map(([, file, text], n) => [own(file, n), text])))
    tearDown()
  })

  it.each(forbidden.map(([what, file, , words], n) => ({ what, file: own(file, n), words })))('catches: $what', ({ file, words }) => {
    const messages = findings.filter(({ filename }) => filename === file).map(({ message }) => message)
    expect(messages.join('\n')).toMatch(words)
  })
})

describe('a house of its own for each', () => {
  beforeEach(buildHouse)
  afterEach(tearDown)

  it('catches import cycles', () => {
    const findings = lint({
      'src/lib/a.ts': `import { b } from './b.ts'\nexport const a = () => b\n`,
      'src/lib/b.ts': `import { a } from './a.ts'\nexport const b = () => a\n`,
    })
    expect(findings.map(({ code }) => code)).toContain('import(no-cycle)')
  })

  it('catches promises that no code waits for', () => {
    writeFileSync(path.join(house, 'tsconfig.json'), JSON.stringify({ extends: './tsconfig.base.json', include: ['src'] }))
    const findings = lint(
      { 'src/lib/x.ts': `const wait = () => Promise.resolve()\nexport const b = () => {\n  wait()\n}\n` },
      '--type-aware',
    )
    expect(findings.map(({ code }) => code)).toContain('typescript(no-floating-promises)')
  })

  it('stops at a folder that has no line in the table', () => {
    mkdirSync(path.join(house, 'src/gadgets'))
    expect(() => lint({ 'src/lib/x.ts': 'export const a = 1\n' })).toThrow('Give src/gadgets a line in MAY_IMPORT')
  })

  it('stops at a folder of the domain that has no layer', () => {
    mkdirSync(path.join(house, 'server/domain/gadgets'))
    expect(() => lint({ 'src/lib/x.ts': 'export const a = 1\n' })).toThrow('Give gadgets a place in DOMAIN_LAYERS')
  })

  it('lets pass what the table allows', () => {
    const findings = lint({
      'src/features/page/x.tsx': [
        `import { useState } from 'react'`,
        `import { page } from '../../../contract/endpoints/pages.ts'`,
        `import { bringTypes } from '../../fields/index.ts'`,
        `import { queue } from '../../store/outbox.ts'`,
        `import { ask } from '../../sync/ask.ts'`,
        `import { Button } from '../../ui/Button.tsx'`,
        `import { part } from './part.ts'`,
        `export const b = [useState, page, bringTypes, queue, ask, Button, part]`,
        '',
      ].join('\n'),
      'src/features/page/y.tsx': [
        `import * as controls from '../../ui/controls/controls.module.css'`,
        `export const B = () => <input type="file" hidden aria-label="Photo" />`,
        `export const C = () => <input type="hidden" name="username" value="" readOnly />`,
        `export const D = () => <p className={controls.hint} />`,
        '',
      ].join('\n'),
      'src/fields/index.ts': `export { mobile } from './mobile/index.ts'\n`,
      'src/store/x.ts': `import { Dexie } from 'dexie'\nexport const fetch2 = { fetch: Dexie }.fetch\n`,
      'src/sync/x.ts': `export const b = () => fetch('/api/ping')\n`,
      'server/domain/bots/x.ts': `import { a } from '../records/readRecords.ts'\nexport const b = a\n`,
      'server/domain/records/x.test.ts': `import { a } from '../bots/bots.ts'\nexport const b = a\n`,
      'server/domain/x.ts': `import type { A } from './bots/bots.ts'\nexport type B = A\n`,
      'server/storage/x.ts': `import pg from 'pg'\nexport const b = pg\n`,
    })
    expect(findings).toEqual([])
  })
})
