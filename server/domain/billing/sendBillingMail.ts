import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isLanguage, type Language } from '../../../contract/reference/languages.ts'
import { planById, priceOf, referralMessages } from '../../../contract/rules/plans.ts'
import { rows } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { Job } from '../../storage/addJob.ts'
import { addressOf, type App } from '../app.ts'
import type { AccountModel } from './accountFor.ts'
import { storeInvite } from './inviteToAccount.ts'

const Payload = z.object({
  mail: z.enum(['ask', 'refer', 'owner']),
  billing: z.string(),
  by: z.string(),
  token: z.optional(z.string()),
  email: z.optional(z.string()),
  body: z.optional(z.string()),
})

interface Words {
  ask(by: string, account: string): string
  askEnd(plan: string, price: string, link: string): string
  refer(by: string): string
  referEnd(link: string): string
  owner(account: string): string
  ownerText(link: string): string
  month: string
  year: string
  /** Translated plan names by product. If absent: the name of the product. */
  plans?: Readonly<Record<string, string>>
}

const words: Record<Language, Words> = {
  en: {
    ask: (by, account) => `${by} asks you to pay for ${account}`,
    askEnd: (plan, price, link) => `Plan: ${plan}, ${price}\n\nOpen this link to pay; you need no account:\n${link}`,
    refer: (by) => `${by} gives you ${referralMessages} messages a month`,
    referEnd: (link) => `Open this link to begin; both of you get ${referralMessages} messages more each month:\n${link}`,
    owner: (account) => `${account} is yours`,
    ownerText: (link) => `Thank you, your plan has begun. Open this link and sign in to manage it:\n${link}`,
    month: 'a month',
    year: 'a year',
  },
  'en-au': undefined as never,
  es: {
    ask: (by, account) => `${by} le pide que pague ${account}`,
    askEnd: (plan, price, link) => `Plan: ${plan}, ${price}\n\nAbra este enlace para pagar; no necesita una cuenta:\n${link}`,
    refer: (by) => `${by} le regala ${referralMessages} mensajes al mes`,
    referEnd: (link) => `Abra este enlace para empezar; los dos reciben ${referralMessages} mensajes más cada mes:\n${link}`,
    owner: (account) => `${account} es suya`,
    ownerText: (link) => `Gracias, su plan ha empezado. Abra este enlace e inicie sesión para administrarlo:\n${link}`,
    month: 'al mes',
    year: 'al año',
    plans: {
      'manpower-crew': 'Personal: cuadrilla',
      'manpower-site': 'Personal: obra',
      'manpower-company': 'Personal: empresa',
      'orientations-starter': 'Inducciones: inicio',
      'orientations-site': 'Inducciones: obra',
      'orientations-company': 'Inducciones: empresa',
      'typical-crew': 'Lo habitual: cuadrilla',
      'typical-site': 'Lo habitual: obra',
      'typical-company': 'Lo habitual: empresa',
    },
  },
  pt: {
    ask: (by, account) => `${by} pede que você pague ${account}`,
    askEnd: (plan, price, link) => `Plano: ${plan}, ${price}\n\nAbra este link para pagar; você não precisa de uma conta:\n${link}`,
    refer: (by) => `${by} dá a você ${referralMessages} mensagens por mês`,
    referEnd: (link) => `Abra este link para começar; os dois recebem mais ${referralMessages} mensagens por mês:\n${link}`,
    owner: (account) => `${account} é sua`,
    ownerText: (link) => `Obrigado, seu plano começou. Abra este link e entre para administrá-lo:\n${link}`,
    month: 'por mês',
    year: 'por ano',
    plans: {
      'manpower-crew': 'Mão de obra: equipe',
      'manpower-site': 'Mão de obra: obra',
      'manpower-company': 'Mão de obra: empresa',
      'orientations-starter': 'Integrações: início',
      'orientations-site': 'Integrações: obra',
      'orientations-company': 'Integrações: empresa',
      'typical-crew': 'O de costume: equipe',
      'typical-site': 'O de costume: obra',
      'typical-company': 'O de costume: empresa',
    },
  },
}
words['en-au'] = words.en

const dollars = (cents: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

const LangRow = z.object({ lang: z.string() })

/**
 * Returns the language of the reader if they have an account, else that of the sender: people usually write
 * to people who share their language.
 */
async function languageOf(app: App, to: string, sender: string | null): Promise<Language> {
  const [reader] = await rows(
    app.storage.db,
    LangRow,
    sql`select lang from people where lower(email) = lower(${to}) and lang is not null order by email_verified desc, uid limit 1`,
  )
  const lang = reader?.lang ?? sender ?? ''
  return isLanguage(lang) ? lang : 'en'
}

const AccountMailRow = z.object({
  name: z.string(),
  model: jsonDocument<AccountModel>(),
  by: z.string(),
  lang: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
type AccountMailRow = Readonly<z.infer<typeof AccountMailRow>>

/** Returns the mail that asks for the payment of the wanted plan, or undefined if no plan is wanted. */
function paymentRequest({ name, by, model }: AccountMailRow, say: Words, link: string): { subject: string; text: string } | undefined {
  const plan = planById(model.wanted?.plan ?? '')
  if (!plan) return undefined
  const price = `${dollars(priceOf(plan, model.wanted?.broadcast ?? false))} ${plan.interval === 'month' ? say.month : say.year}`
  const offer = say.askEnd(say.plans?.[plan.product] ?? plan.name, price, link)
  return { subject: say.ask(by, name), text: `${model.ask?.bossBody ?? ''}\n\n${offer}` }
}

/**
 * The job that sends mails to people who should pay, were recommended, or have paid without an account.
 * Retried until the mail server accepts it.
 */
export async function sendBillingMail(app: App, job: Job): Promise<void> {
  const { mail, billing, by, token = '', ...more } = z.parse(Payload, job.payload)
  const [found] = await rows(
    app.storage.db,
    AccountMailRow,
    sql`select b.name, b.model, p.name as by, p.lang, l.email from billing_accounts b join people p on p.uid = ${by}
          left join billing_links l on l.token = ${token} where b.id = ${billing}`,
  )
  const to = found?.email ?? more.email
  if (!found || !to) return
  const say = words[await languageOf(app, to, found.lang)]
  const base = addressOf(app)
  const send = (subject: string, text: string) => app.mail.send({ to, subject, text, key: job.key })
  if (mail === 'ask') {
    const request = paymentRequest(found, say, `${base}/billing/request/${billing}?t=${token}`)
    if (request) await send(request.subject, request.text)
  } else if (mail === 'refer') {
    await send(say.refer(found.by), `${more.body ?? ''}\n\n${say.referEnd(`${base}/billing/refer/${billing}?t=${token}`)}`)
  } else {
    const invite = await storeInvite(app, { id: billing, email: to, role: 'Owner', by })
    await send(say.owner(found.name), say.ownerText(`${base}/invite/${invite}`))
  }
}
