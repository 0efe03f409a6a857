/** Whether people fill in a PDF on this page: the page is a PDF form, or its form has a field with one. */
export function fillsPdf(data: unknown): boolean {
  const has = (value: unknown): boolean => {
    if (value === null || typeof value !== 'object') return false
    // A field shows the document `source`, and has it filled in with `form`.
    const { source, form, pdf } = value as { source?: unknown; form?: unknown; pdf?: { source?: unknown } | null }
    return (typeof source === 'string' && form !== undefined) || typeof pdf?.source === 'string' || Object.values(value).some(has)
  }
  return has((data as { form?: unknown } | undefined)?.form)
}
