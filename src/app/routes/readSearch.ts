type Reader<Value> = (value: unknown) => Value | undefined
type Readers = Readonly<Record<string, Reader<unknown>>>

const text: Reader<string> = (value) => (value === undefined || typeof value === 'object' ? undefined : String(value))
const flag: Reader<true> = (value) => value === true || undefined

/**
 * Returns a function that reads these parameters of a query. A value of another kind counts as absent: people
 * type addresses, and no address may break a screen.
 */
const read =
  <Given extends Readers>(readers: Given) =>
  (query: Readonly<Record<string, unknown>>): { [name in keyof Given]?: ReturnType<Given[name]> } =>
    Object.fromEntries(Object.entries(readers).flatMap(([name, reader]) => (name in query ? [[name, reader(query[name])]] : []))) as never

const dashboard = read({ archived: flag })
const wizard = read({ demo: flag })
const payment = read({ paid: flag, t: text, plan: text })

/** What each screen reads from the query of its address. Other parameters are options of every page. */
export const readSearch = {
  '/automations': dashboard,
  '/team/$id/automations': dashboard,
  '/automation/embedded/$system/$systemId': dashboard,
  '/automation/add': wizard,
  '/automation/add/$botClass': wizard,
  '/automation/add/$botClass/$team': wizard,
  '/team/$id/automation/add': wizard,
  '/team/$id/log': read({ day: text }),
  '/teams': read({ archived: flag, create: flag, billing: text, source: text }),
  '/libraries': read({ create: text, billing: text }),
  '/billing/create': read({ team: text, referral: text, plan: text, broadcast: flag }),
  '/billing/$id': read({ view: text }),
  '/billing/request': read({ source: text }),
  '/billing/refer': read({ billing: text }),
  '/billing/request/$id': payment,
  '/billing/refer/$id': payment,
  '/devices/register': read({ billing: text }),
  '/impersonate': read({ email: text, uid: text }),
  '/mytasks': read({ team: text }),
  '/pricing': read({ background: text, button: text, livemode: text }),
  '/playground/gallery': read({ type: text }),
}
