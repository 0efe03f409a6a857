const longestColumn = 60

/** 'Serial No.' → 'serial_no'. A heading that is a name of an attribute already stays as it is. */
export function columnOf(heading: string): string {
  const text = heading.trim()
  if (/^[A-Za-z_]\w*$/.test(text)) return text.slice(0, longestColumn)
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  const name = /^\d/.test(plain) ? `_${plain}` : plain
  return name.slice(0, longestColumn)
}
