/** Returns a file name for every operating system: 'Crew · 20/11' → 'Crew 20-11.pdf'. */
export function fileName(title: string, extension: 'csv' | 'pdf'): string {
  const name = title
    .replace(/[\\/:]+/g, '-')
    .replace(/[*?"<>|·\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|(?<!\.)\.+$/g, '')
  return `${name || 'table'}.${extension}`
}
