import { preferredLanguage } from '../../../../contract/reference/languages.ts'
import { type Text, text } from '../../../i18n/text.ts'
import { translate } from '../../../i18n/translate.ts'
import type { DemoAccount } from './demoAuthorisation.ts'

const systems: Readonly<Record<string, Text>> = {
  construction: text('Construction system'),
  'construction-sandbox': text('Construction system, sandbox'),
  'construction-monthly': text('Construction system, monthly sandbox'),
  design: text('Design system'),
}

const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark;--bg:#f4f6fa;--card:#fff;--line:#75829a;--text:#0f172a;--soft:#475569;--hover:#e8edf5}
@media(prefers-color-scheme:dark){:root{--bg:#0b1220;--card:#172033;--line:#7b8aa5;--text:#f1f5f9;--soft:#b6c2d4;--hover:#223049}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.45 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem 2rem}h1{font-size:1.5rem;margin:.25rem 0}p{color:var(--soft);margin:.25rem 0 1rem}
.system{margin:0;font-weight:600}ul{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.5rem}
a{display:block;min-height:56px;padding:.6rem 1rem;border:1.5px solid var(--line);border-radius:.6rem;background:var(--card);color:inherit;text-decoration:none}
a:hover{background:var(--hover)}a:focus-visible{outline:3px solid #c2410c;outline-offset:2px}b,small{display:block;overflow-wrap:anywhere}small{color:var(--soft)}
.cancel{display:flex;align-items:center;justify-content:center;background:transparent}`

/** The page with the demo accounts to choose from: links only, so that it needs no script. */
export function accountsPage({
  accounts,
  key,
  url,
  languages,
}: {
  readonly accounts: readonly DemoAccount[]
  readonly key: string
  readonly url: URL
  readonly languages: string
}): string {
  const lang = preferredLanguage(languages.split(',').map((one) => one.split(';')[0] ?? ''))
  const link = (account: string) => {
    const to = new URLSearchParams(url.search)
    to.set('account', account)
    return safe(`${url.pathname}?${to.toString()}`)
  }
  const people = accounts.map(
    ({ subject, name, email, part }) =>
      `<li><a href="${link(subject)}"><b>${safe(name)}</b><small>${safe(email)} · ${safe(part)}</small></a></li>`,
  )
  const system = Object.hasOwn(systems, key) ? systems[key] : undefined
  const title = safe(translate(lang, text('Who are you?')))
  const lead = translate(lang, text('This page simulates the login of another system. In this demo you can sign in as anyone.'))
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head>
<body><main><p class="system">${system ? safe(translate(lang, system)) : ''}</p><h1>${title}</h1><p>${safe(lead)}</p>
<ul>${people.join('')}</ul><a class="cancel" href="${link('none')}">${safe(translate(lang, text('Cancel')))}</a></main></body></html>
`
}
