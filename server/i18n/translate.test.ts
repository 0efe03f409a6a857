import { describe, expect, it } from 'vitest'
import { languages } from '../../contract/reference/languages.ts'
import { catalogues } from './catalogues.data.ts'
import { formTranslations } from './formTranslations.ts'
import { inEveryLanguage } from './inEveryLanguage.ts'
import { readCatalogues } from './readCatalogues.ts'
import { text } from './text.ts'
import { translate } from './translate.ts'

const pin = text('{pin} is your PIN to sign in. It works for 10 minutes. Do not share it.')

describe('a text of the server', () => {
  it('is shown in the language of the person', () => {
    expect(translate('es', pin, { pin: '0123' })).toBe('0123 es su PIN para entrar. Sirve durante 10 minutos. No lo comparta.')
    expect(translate('pt', pin, { pin: '0123' })).toBe('0123 é o seu PIN para entrar. Vale por 10 minutos. Não compartilhe.')
  })

  it('is English for Australians, and for people with an unknown language', () => {
    for (const language of ['en', 'en-au', 'fr', '', null, undefined])
      expect(translate(language, pin, { pin: '1' })).toBe('1 is your PIN to sign in. It works for 10 minutes. Do not share it.')
  })

  it('tells words apart that are equal in English', () => {
    expect(translate('es', text('Company'))).toBe('Empresa')
    expect(translate('es', text('Company', 'lookup'))).toBe('empresa')
  })

  it('shows values exactly as they are', () => {
    const name = String.raw`O'Neil {x} '{y}' # \u0041 \x41 <b> $&`
    expect(translate('es', text('The device {name} is silent'), { name })).toBe(`El dispositivo ${name} no responde`)
  })

  it('counts one differently from none, two and one and a half', () => {
    const workers = text('{count, plural, =1 {{count} worker} other {{count} workers}}')
    expect([0, 1, 1.5, 2, 1500].map((count) => translate('pt', workers, { count }))).toEqual([
      '0 trabalhadores',
      '1 trabalhador',
      '1.5 trabalhadores',
      '2 trabalhadores',
      '1500 trabalhadores',
    ])
  })

  it('is recognized in every language', () => {
    expect(inEveryLanguage(text('Ladders'))).toEqual(['Ladders', 'Ladders', 'Escaleras', 'Escadas'])
  })

  it('of a form is among its translations, without those of English', () => {
    expect(formTranslations([text('Filled form')])).toEqual({
      es: { 'Filled form': 'Formulario llenado' },
      pt: { 'Filled form': 'Formulário preenchido' },
    })
  })
})

/** Returns the names of the values in a compiled message: a value is a list of its name, its kind and its cases. */
const valuesOf = (tokens: unknown): string[] => {
  if (!Array.isArray(tokens)) return []
  const named = tokens.filter((token): token is unknown[] => Array.isArray(token))
  const inner = named.flatMap(([, , cases]) => Object.values(cases ?? {}).flatMap(valuesOf))
  return [...new Set([...named.map(([name]) => String(name)), ...inner])].sort()
}

describe('the catalogues of the server', () => {
  it('have the same texts for each language, and every text names the same values', () => {
    const english = catalogues['en'] ?? {}
    expect(Object.keys(english).length).toBeGreaterThan(400)
    expect(Object.keys(catalogues).sort()).toEqual(Object.keys(languages).sort())
    for (const catalogue of Object.values(catalogues)) {
      expect(Object.keys(catalogue)).toEqual(Object.keys(english))
      for (const [key, tokens] of Object.entries(catalogue)) expect(valuesOf(tokens), key).toEqual(valuesOf(english[key]))
    }
  })

  it('are the same in a build as in the sources', async () => {
    expect(catalogues).toEqual(await readCatalogues())
  })
})
