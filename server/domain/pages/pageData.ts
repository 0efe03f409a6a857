import { isLanguage, type Language, preferredLanguage } from '../../../contract/reference/languages.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { App } from '../app.ts'
import { type Person, tasksAddress } from '../sign-in/person.ts'
import { chatPage } from './chatPage.ts'
import { targetOfCode } from '../posters/contentOfPoster.ts'
import { arrivedPage } from './arrivedPage.ts'
import { botPage, isBotPage } from './botPage.ts'
import { executionPage } from './executionPage.ts'
import { dialogFormPage, formPage } from './formPage.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { pickPage } from './pickPage.ts'
import { notFound } from '../access/refusals.ts'
import { shortLinkPage } from './shortLinkPage.ts'
import { tasksPage } from './tasksPage.ts'

type Page = (app: App, question: PageQuestion) => Promise<PageData>

const pages: Readonly<Record<string, Page>> = {
  tasks: tasksPage,
  forms: formPage,
  arrived: arrivedPage,
  pick: pickPage,
  dialog: dialogFormPage,
  s: shortLinkPage,
  automation: automationPage,
  q: posterPage,
  chat: chatPage,
  pricing: pricingPage,
}

/** `/frontend/q/{code}`: the short address on the poster of a bot. */
async function posterPage(app: App, { rest }: PageQuestion): Promise<PageData> {
  const target = rest.length === 1 ? await targetOfCode(app, rest[0] ?? '') : undefined
  if (target === undefined) throw notFound()
  return { component: 'redirect', componentConfig: { redirectNow: target } }
}

/** `/frontend/pricing`: the plans, for everyone, with the prices of the payments that this server takes. */
async function pricingPage({ payments }: App, { rest }: PageQuestion): Promise<PageData> {
  if (rest.length > 0) throw notFound()
  return { component: 'planChooser', componentConfig: { livemode: payments.livemode } }
}

/** `/frontend/automation/{bot}/…`: pages of one bot. */
async function automationPage(app: App, question: PageQuestion): Promise<PageData> {
  const [bot = '', what, execution, ...more] = question.rest
  if (what === 'execution' && execution !== undefined && more.length === 0) return executionPage(app, question, bot, execution)
  if (isBotPage(what) && execution === undefined) return botPage(app, question, bot, what)
  throw notFound()
}

/** Returns the page at `/api/{path}`, where the path ends in `.json`. */
export async function pageData(
  app: App,
  {
    path,
    search,
    person,
    device,
    languages,
  }: { path: string; search: string; person: Person | undefined; device: string; languages?: string | undefined },
): Promise<PageData> {
  const asked = new URLSearchParams(search)
  const [first = '', ...rest] = path.endsWith('.json') ? path.slice(0, -'.json'.length).split('/') : []
  const page = Object.hasOwn(pages, first) ? pages[first] : undefined
  if (!page) throw notFound()
  const lang = languageOf(asked.get('lang'), person, languages)
  const data = await page(app, { person, device, rest, search: asked, lang })
  return forPerson(data, person)
}

/** Returns a page together with the person who opens it. */
export function forPerson(data: PageData, person: Person | undefined): PageData {
  return {
    ...data,
    // A kiosk has no person: its pages contain no name and no number.
    ...(person &&
      !person.kiosk && {
        person: {
          model: { ...(person.lang && { lang: person.lang }), name: person.name, mobile: person.mobile },
          path: `people/${person.uid}`,
        },
        auth: { uid: person.uid, name: person.name, tasks: tasksAddress(person.uid) },
      }),
  }
}

/**
 * Returns the chosen language, else that of the person, else the first supported language of the browser
 * (decision OQ-006).
 */
export function languageOf(chosen: string | null, person: Person | undefined, languages: string | undefined): Language {
  if (isLanguage(chosen)) return chosen
  if (chosen !== null) return 'en'
  if (person?.lang) return person.lang
  return preferredLanguage((languages ?? '').split(',').map((one) => (one.split(';')[0] ?? '').trim()))
}
