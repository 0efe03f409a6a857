import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { classNameOf, classNames, classTypes, inlineClassNames, localsOf } from '../../scripts/class-names.ts'

const sheet = '.bar { color: red }\n.words > svg, .bar:not(.quiet) { flex: none }'
const from = "import * as styles from './video.module.css'\n"
const inline = (code: string) => inlineClassNames(from + code, '/app/Video.tsx', () => sheet)

describe('the name of a class in the page', () => {
  it('is the module and the class, once where both are the same', () => {
    expect(classNameOf('/app/video.module.css', 'bar')).toBe('m-video-bar')
    expect(classNameOf('/app/video.module.css?used', 'bar')).toBe('m-video-bar')
    expect(classNameOf('/app/video.module.css', 'video')).toBe('m-video')
  })
  it('is found in selectors only, not in comments, numbers, texts and addresses', () => {
    const css =
      '/* .old { } */ @media (width < 20.5rem) { .a > .b:is(.c, .d) { margin: .5rem; background: url("x.svg"); content: ".e {" } }'
    expect([...localsOf(css)]).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('code with class names', () => {
  it('has the names as texts, and imports the sheet for its rules alone', () => {
    expect(inline('export const a = <p className={styles.bar} />')).toBe(
      'import \'./video.module.css\'\nexport const a = <p className={"m-video-bar"} />',
    )
    expect(inline('const a = `${styles.bar} ${styles.words}`')).toContain('const a = "m-video-bar m-video-words"')
    expect(inline('const a = `.${styles.bar} > ${tag}`')).toContain('const a = `.${"m-video-bar"} > ${tag}`')
    expect(inline('const a = { className: styles.bar, styles: 1 }\nconst b = a.styles')).toContain(
      '{ className: "m-video-bar", styles: 1 }',
    )
  })
  it('keeps its lines, so that no source map is needed', () => {
    const code = 'const a = [\n  `${styles.bar} ${\n    styles.words\n  }`,\n]\nthrow new Error()\n'
    expect(inline(code).split('\n')).toHaveLength((from + code).split('\n').length)
    expect(inline(code).split('\n').indexOf('throw new Error()')).toBe(6)
  })
  it('stays as it is without a module', () => {
    expect(inlineClassNames("import './fonts.css'\nconst a = styles.bar", '/app/a.ts', () => sheet)).toBe(
      "import './fonts.css'\nconst a = styles.bar",
    )
  })
  it.each([
    ['a class that the sheet does not have', 'const a = 1\nconst b = styles.baar', '/app/Video.tsx:3: video.module.css has no class .baar'],
    ['a class that is only known at run time', 'const b = styles[name]', '/app/Video.tsx:2: write out the class after `styles.`'],
    ['the module as a value', 'const { bar } = styles', '/app/Video.tsx:2: `styles` is no value'],
    ['the module in short form', 'const b = { styles }', '/app/Video.tsx:2: `styles` is no value'],
  ])('refuses %s, with its location', (_, code, message) => {
    expect(() => inline(code)).toThrow(message)
  })
  it('refuses another form of import', () => {
    expect(() => inlineClassNames("import styles from './video.module.css'", '/app/Video.tsx', () => sheet)).toThrow(
      '/app/Video.tsx:1: import classes as `import * as styles',
    )
  })
})

describe('the types of the classes', () => {
  it('name every class of every module', () => {
    expect(classTypes([['/app/video.module.css', sheet]])).toContain(
      "declare module '.*/video.module.css' {\n  export const bar: string\n  export const quiet: string\n  export const words: string\n}\n",
    )
  })
  it('refuse two modules of one name, a class that is no name of a constant, and an id', () => {
    expect(() =>
      classTypes([
        ['/app/a/chat.module.css', ''],
        ['/app/b/chat.module.css', ''],
      ]),
    ).toThrow('/app/b/chat.module.css: /app/a/chat.module.css has the same name')
    expect(() => classTypes([['/app/a.module.css', '.two-words { margin: 0 }']])).toThrow(
      '/app/a.module.css: call the class .two-words in camel case',
    )
  })
})

describe('a build', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-classes-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('writes the same names into the sheet and into the code, also for a sheet of two parts that load later', async () => {
    const files = {
      'index.html': '<script type="module" src="./main.ts"></script>',
      'main.ts':
        "import * as styles from './video.module.css'\ndocument.body.className = styles.bar\nimport('./one.ts')\nimport('./two.ts')",
      'one.ts': "import * as styles from './later.module.css'\ndocument.body.id = styles.one",
      'two.ts': "import * as styles from './later.module.css'\ndocument.body.title = styles.two",
      'video.module.css': '.bar { color: red; animation: turn 1s }\n@keyframes turn { to { opacity: 0 } }',
      'later.module.css': '.one { color: red }\n.two { color: blue }',
    }
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [classNames()],
      build: { modulePreload: { polyfill: false } },
    })
    const made = path.join(folder, 'dist/assets')
    const all = (kind: string) =>
      readdirSync(made)
        .filter((name) => name.endsWith(kind))
        .map((name) => readFileSync(path.join(made, name), 'utf8'))
        .join('\n')
    expect(all('.css')).toMatch(/\.m-video-bar\{color:red;animation:1s m-video-turn\}@keyframes m-video-turn/)
    expect(all('.css').match(/\.m-later-one\{/g)).toHaveLength(1)
    for (const name of ['m-video-bar', 'm-later-one', 'm-later-two']) expect(all('.js')).toContain(`\`${name}\``)
  })
})
