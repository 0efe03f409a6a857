import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** A query is text: by default the router would read `?code=12e3` as a number and change it. */
export const queryAsText = { parseSearch: parseSearchWith((value) => value), stringifySearch: stringifySearchWith(JSON.stringify) }

type Query = Readonly<Record<string, unknown>>

/**
 * Returns a function that reads these parameters of a query as texts. A repeated parameter counts as absent:
 * people type addresses, and no address may break a screen.
 */
const read =
  <Name extends string>(...names: readonly Name[]) =>
  (query: Query): { readonly [name in Name]?: string | undefined } =>
    Object.fromEntries(
      names.filter((name) => name in query).map((name) => [name, typeof query[name] === 'object' ? undefined : String(query[name])]),
    ) as never

const dashboard = read('archived')
const wizard = read('demo')
const prices = read('background', 'button', 'livemode')
const payment = read('paid', 't', 'plan')

/** What each screen reads from the query of its address. Other parameters are options of every page. */
export const readSearch = {
  '/automations': dashboard,
  '/team/$id/automations': dashboard,
  '/automation/embedded/$system/$systemId': dashboard,
  '/automation/add': wizard,
  '/automation/add/$botClass': wizard,
  '/automation/add/$botClass/$team': wizard,
  '/team/$id/automation/add': wizard,
  '/team/$id/log': read('day'),
  '/onsite/$team/times': read('day'),
  '/teams/$id/lists/$list': read('search'),
  '/teams': read('archived', 'create', 'billing', 'source'),
  '/libraries': read('create', 'billing'),
  '/billing/create': read('team', 'referral', 'plan', 'broadcast'),
  '/billing/$id': read('view'),
  '/billing/request': read('source'),
  '/billing/refer': read('billing'),
  '/billing/request/$id': payment,
  '/billing/refer/$id': payment,
  '/people': read('invite', 'search'),
  '/impersonate': read('email', 'uid'),
  '/mytasks': read('team'),
  '/share': read('not'),
  '/pricing': prices,
  // The server may name the same screen.
  '/frontend/$': prices,
  '/playground/gallery': read('type'),
}
