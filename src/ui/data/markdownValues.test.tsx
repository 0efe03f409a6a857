import { afterEach, describe, expect, it } from 'vitest'
import { escapeMarkdown } from '../../../contract/rules/escapeMarkdown.ts'
import { parseTemplate } from '../../../contract/forms/template.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { Markdown } from './Markdown.tsx'

let drawn: DrawnPage | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})

const draw = async (template: string, answer: string) => {
  const scope = () => answer
  drawn = await drawPage(<Markdown text={parseTemplate(template).fill(scope, scope, escapeMarkdown)} />)
  await drawn.until(
    () =>
      document.querySelector('div > p, div > h1, div > ul, div > pre, div > blockquote, div > table')?.textContent &&
      !document.body.innerHTML.includes('pre-wrap'),
  )
  return drawn
}

/** Elements that only Markdown marks create. */
const made = 'a, img, strong, em, del, mark, code, pre, ul, ol, li, h1, h2, h3, h4, blockquote, table, hr, input, sup, script'

describe('an answer inside the text of an author', () => {
  const hostile = [
    '**Your session has expired.** [Sign in again](https://evil.example)',
    '![x](https://evil.example/count.gif)',
    '![x](/api/logout)',
    '[x][1]\n\n[1]: https://evil.example',
    '<https://evil.example>',
    'https://evil.example/sign-in',
    'www.evil.example',
    'mail ana@evil.example now',
    '<b>bold</b><script>alert(1)</script>',
    '# Heading',
    'a\n\n# Heading\n\n- list\n\n1. list\n\n> quote\n\n---\n\n    code',
    'Heading\n===',
    '`code` and ```code```',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '~~gone~~ ==marked== _em_ *em* __strong__',
    '[^1]\n\n[^1]: note',
    '- [x] done',
    '&lt;b&gt; &copy;',
    'C:\\new\\table \\*not\\*',
    'Ana_Maria d\'Água, 10.5 h - "roof" (level 2) #4 50% $9 a+b=c {x}',
  ]

  it('reads as it was typed: no link, no picture, no heading and no emphasis comes of it', async () => {
    for (const answer of hostile) {
      const page = await draw('Says {{name}}.', answer)
      expect([answer, [...document.querySelectorAll(made)].map(({ outerHTML }) => outerHTML)]).toEqual([answer, []])
      const squeezed = (text: string) => text.replace(/\s+/g, '')
      expect(squeezed(page.text())).toBe(squeezed(`Says ${answer}.`))
      await page.remove()
      drawn = undefined
    }
  })

  it('leaves the marks of the author as they are', async () => {
    await draw('# Welcome, {{name}}\n\n**{{name}}** [opens](/frontend/x?of={{name}})', 'A*n*a')
    expect(document.querySelector('h1')?.textContent).toBe('Welcome, A*n*a')
    expect(document.querySelector('strong')?.textContent).toBe('A*n*a')
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/frontend/x?of=A*n*a')
  })

  it('is drawn without the reader of Markdown where the author wrote no marks', async () => {
    await draw('# Crew of {{name}}', '2026-11-22 (roof), ana@site.example')
    expect(document.querySelector('h1')?.textContent).toBe('Crew of 2026-11-22 (roof), ana@site.example')
  })

  it('what a record holds brings neither links nor pictures along', async () => {
    drawn = await drawPage(
      <Markdown bare text={'**Look** [here](https://evil.example) ![x](https://evil.example/a.gif) https://evil.example'} />,
    )
    await drawn.until(() => document.querySelector('strong'))
    expect(document.querySelector('a, img')).toBeNull()
  })
})
