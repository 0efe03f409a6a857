let fault

export function initialize(data) {
  fault = data
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!new URL(url).pathname.endsWith(fault.file)) return loaded
  const source = String(loaded.source)
  if (source.split(fault.from).length !== 2) throw new Error(`the fault "${fault.title}" does not fit ${fault.file} any more`)
  return { ...loaded, source: source.replace(fault.from, fault.to) }
}
