import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  billingByToken,
  billingPortal,
  changeSubscription,
  getBilling,
  inviteToBilling,
  keepSubscription,
  listBilling,
  listPartners,
  paymentMethodCheckout,
  referFriend,
  requestCancellation,
  setPartner,
  subscriptionCheckout,
  usagePeriods,
} from '../../../contract/endpoints/billing/billing.ts'
import { Refused } from '../../../contract/Refused.ts'
import { payCheckout, readCheckout, readPortal } from '../../../contract/endpoints/billing/payments.ts'
import { planById } from '../../../contract/rules/plans.ts'
import type { App } from '../../domain/app.ts'
import { accountFor } from '../../domain/billing/accountFor.ts'
import { builtInPayments, isBadSignature, refusedBy } from '../../domain/billing/builtInPayments.ts'
import { inviteToAccount, readLink, refer } from '../../domain/billing/inviteToAccount.ts'
import { listPartners as partners, setPartner as makePartner } from '../../domain/billing/setPartner.ts'
import { takeEvent } from '../../domain/billing/takeEvent.ts'
import { listAccounts, readAccount } from '../../domain/billing/readAccount.ts'
import {
  beginCardChange,
  beginCheckout,
  cancelAccount,
  changePlan,
  invoicesAddress,
  keepAccount,
} from '../../domain/billing/subscriptions.ts'
import { usageCsv } from '../../domain/billing/usedInPeriod.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import { readsOf } from '../../http/notePosition.ts'
import { identify, type ServeSettings } from '../../http/identify.ts'
import { Redirect, serve } from '../../http/serve.ts'
import { disposition } from '../files/addFiles.ts'
import { text } from '../../i18n/text.ts'

export const billingRoutes = [
  serve(listBilling, async ({ app, me, query }) => ({ items: await listAccounts(app, me, query) })),
  serve(getBilling, ({ app, me, params, query }) => readAccount(app, me, params.id, query)),
  serve(subscriptionCheckout, async ({ app, person, params, query, origin, address }) => {
    if (query.t !== undefined) await countAgainst(app, limits.guessPerAddress, addressGroup(address))
    return beginCheckout(app, { id: params.id, plan: query.plan, broadcast: query.broadcast === 'true', token: query.t, person, origin })
  }),
  serve(billingPortal, async ({ app, me, params, origin }) => new Redirect(await invoicesAddress(app, me, { id: params.id, origin }))),
  serve(paymentMethodCheckout, ({ app, me, params, origin }) => beginCardChange(app, me, { id: params.id, origin })),
  serve(changeSubscription, ({ app, me, params, query, body }) =>
    changePlan(app, me, {
      id: params.id,
      plan: query.plan ?? body.plan,
      broadcast: body.broadcast ?? false,
      preview: body.preview ?? false,
    }),
  ),
  serve(inviteToBilling, async ({ app, me, params, body, origin }) => {
    await countAgainst(app, limits.invites, me.uid)
    return inviteToAccount(app, me, { id: params.id, ...body, origin })
  }),
  serve(requestCancellation, ({ app, me, params, body }) =>
    cancelAccount(app, me, { id: params.id, reason: body.reason, reasonFeedback: body.reasonFeedback }),
  ),
  serve(listPartners, async ({ app, me, query }) => ({ items: await partners(app, me, query.search) })),
  serve(setPartner, ({ app, me, params, body }) => makePartner(app, me, { id: params.id, partner: body.partner })),
  serve(keepSubscription, ({ app, me, params }) => keepAccount(app, me, params.id)),
  serve(referFriend, async ({ app, me, body }) => {
    await countAgainst(app, limits.invites, me.uid)
    return refer(app, me, body)
  }),
  serve(billingByToken, async ({ app, params, query, address }) => {
    await countAgainst(app, limits.guessPerAddress, addressGroup(address))
    return readLink(app, params.id, query.t ?? '')
  }),
  serve(readCheckout, ({ app, params }) => refusedBy(() => builtInPayments(app).readCheckout(params.session))),
  serve(payCheckout, async ({ app, params, body, address }) => {
    await countAgainst(app, limits.guessPerAddress, addressGroup(address))
    return refusedBy(() => builtInPayments(app).payCheckout(params.session, body))
  }),
  serve(readPortal, ({ app, params }) => refusedBy(() => builtInPayments(app).readPortal(params.session))),
]

/** Serves the usage file, which a browser opens directly, and receives the events of the card provider. */
export function addBilling(fastify: FastifyInstance, app: App, settings: ServeSettings): void {
  fastify.get<{ Params: { id: string }; Querystring: { period?: string } }>('/api/billing/:id/export/usage.csv', async (request, reply) => {
    const { person } = await identify(app, settings, request, reply)
    if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
    const period = usagePeriods.find((one) => one === (request.query.period ?? 'current'))
    if (!period)
      throw new Refused(400, 'INVALID', text('The period is current, last or all.'), {
        details: [{ path: 'query.period', message: `expected ${usagePeriods.join(', ')}` }],
      })
    const account = await accountFor(app.storage.db, person, request.params.id, 'billing.manage')
    const isFixed = planById(account.plan ?? '')?.isFixed === true
    const csv = usageCsv(readsOf(app, request, person), { id: account.id, isFixed, period })
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition(true, `${account.name} usage ${period}.csv`))
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csv))
  })
  if (app.payments.kind === 'none') return
  // The signature covers the raw bytes.
  fastify.register(async (own) => {
    own.removeContentTypeParser('application/json')
    own.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    own.post('/api/payments/events', async (request, reply) => {
      const signature = request.headers['stripe-signature']
      if (typeof request.body !== 'string' || typeof signature !== 'string')
        throw new Refused(400, 'INVALID', text('An event of the card provider needs its signature.'))
      try {
        await takeEvent(app, request.body, signature)
      } catch (error) {
        if (isBadSignature(error)) throw new Refused(400, 'INVALID', text('The signature of this event is not valid.'))
        throw error
      }
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
  })
}
