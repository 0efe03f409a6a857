import type { PdfConfig } from '../../../contract/forms/PdfConfig.ts'

/**
 * Labels of the fields with an answer that breaks a rule of the document. Devices store the label, other
 * programs the field name of the file.
 */
export function wrongIn(marked: unknown, config: Pick<PdfConfig, 'fieldTooltips'> | undefined): string[] {
  const names = Array.isArray(marked) ? marked.filter((name): name is string => typeof name === 'string' && name !== '') : []
  return names.map((name) => config?.fieldTooltips?.[name] ?? name)
}
