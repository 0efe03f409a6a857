/** `/api/forms/x.json?q=1&lang=es` → `/frontend/forms/x?q=1`: the page of a draft or save. */
export function pageOf(address: string): string {
  const [path = '', query = ''] = address.split('?', 2)
  const kept = query.split('&').filter((pair) => pair !== '' && !/^lang(?:=|$)/.test(pair))
  const page = path.replace(/^\/api\//, '/frontend/').replace(/\.json$/, '')
  return kept.length > 0 ? `${page}?${kept.join('&')}` : page
}

/** `forms/hazard-report/6Yk…` → `hazard report`: a fallback title. */
export function nameOf(path: string): string {
  const [area, name = area ?? path] = path.split('/')
  return name.replace(/[-_]+/g, ' ').replace(/^./, (first) => first.toUpperCase())
}
