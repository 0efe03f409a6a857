/** `Daily report / gate 2` → `daily-report-gate-2`: a name for addresses and files. */
export const keyFor = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

/** The first free name: `report` → `report-2`. Not all names are known here: the server refuses one that is taken. */
export function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const stem = wanted.slice(0, 55)
  let number = 2
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}

export function giveForm(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = `${keyFor(name) || 'form'}.form.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
