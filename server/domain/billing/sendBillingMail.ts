import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isLanguage, type Language } from '../../../contract/reference/languages.ts'
import { planById, priceOf, referralMessages } from '../../../contract/rules/plans.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'
import type { Job } from '../../storage/addJob.ts'
import { addressOf, type App } from '../app.ts'
import type { AccountModel } from './accountFor.ts'
import { inviteToken, storeInvite } from './inviteToAccount.ts'

const Payload = z.object({
  mail: z.enum(['ask', 'refer', 'owner']),
  billing: z.string(),
  by: z.string(),
  token: z.optional(z.string()),
  email: z.optional(z.string()),
  body: z.optional(z.string()),
})

/** The plan names by product. Another product has the name of its plan. */
const planNames: Readonly<Record<string, Text>> = {
  'manpower-crew': text('Manpower Crew'),
  'manpower-site': text('Manpower Site'),
  'manpower-company': text('Manpower Company'),
  'orientations-starter': text('Orientations Starter'),
  'orientations-site': text('Orientations Site'),
  'orientations-company': text('Orientations Company'),
  'typical-crew': text('Typical Crew'),
  'typical-site': text('Typical Site'),
  'typical-company': text('Typical Company'),
}

const texts = {
  ask: text('{by} asks you to pay for {account}'),
  askEnd: text('Plan: {plan}, {price}\n\nOpen this link to pay; you need no account:\n{link}'),
  refer: text('{by} gives you {messages} messages a month'),
  referEnd: text('Open this link to start. Both of you get {messages} more messages each month:\n{link}'),
  referFree: text('Or start with the free plan, without a card:\n{link}'),
  owner: text('{account} is yours'),
  ownerText: text('Thank you, your plan has started. Open this link and sign in to manage it:\n{link}'),
  month: text('{price} a month'),
  year: text('{price} a year'),
}

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
function paymentRequest({ name, by, model }: AccountMailRow, lang: Language, link: string): { subject: string; text: string } | undefined {
  const plan = planById(model.wanted?.plan ?? '')
  if (!plan) return undefined
  const amount = dollars(priceOf(plan, model.wanted?.broadcast ?? false))
  const price = translate(lang, plan.interval === 'month' ? texts.month : texts.year, { price: amount })
  const named = planNames[plan.product]
  const offer = translate(lang, texts.askEnd, { plan: named ? translate(lang, named) : plan.name, price, link })
  return { subject: translate(lang, texts.ask, { by, account: name }), text: `${model.ask?.bossBody ?? ''}\n\n${offer}` }
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
  const lang = await languageOf(app, to, found.lang)
  const base = addressOf(app)
  const send = (subject: string, text: string) => app.mail.send({ to, subject, text, key: job.key })
  if (mail === 'ask') {
    const request = paymentRequest(found, lang, `${base}/billing/request/${billing}?t=${token}`)
    if (request) await send(request.subject, request.text)
  } else if (mail === 'refer') {
    const end = translate(lang, texts.referEnd, { messages: referralMessages, link: `${base}/billing/refer/${billing}?t=${token}` })
    const free = translate(lang, texts.referFree, { link: `${base}/billing/create?plan=free&referral=${token}` })
    await send(translate(lang, texts.refer, { by: found.by, messages: referralMessages }), `${more.body ?? ''}\n\n${end}\n\n${free}`)
  } else {
    const invite = inviteToken()
    await app.storage.transaction((tx) => storeInvite(tx, { id: billing, email: to, role: 'Owner', by, token: invite }))
    await send(
      translate(lang, texts.owner, { account: found.name }),
      translate(lang, texts.ownerText, { link: `${base}/invite/${invite}` }),
    )
  }
}
