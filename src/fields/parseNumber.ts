const decimalSigns = new Map<string, '.' | ','>()

/** The decimal sign of a language: ',' in Spanish and Portuguese. */
export function decimalSign(language: string): '.' | ',' {
  let sign = decimalSigns.get(language)
  if (sign === undefined) {
    sign = new Intl.NumberFormat(language).format(1.5).includes(',') ? ',' : '.'
    decimalSigns.set(language, sign)
  }
  return sign
}

/**
 * Parses a typed number: '1,234.50', '1.234,50', '12,5', '1 200'. The language only decides ambiguous cases
 * ('1.500'). Undefined if the text is no number.
 */
export function parseNumber(text: string, decimal: '.' | ','): number | undefined {
  const bare = text.replace(/[\s'’\u00a0\u202f]/g, '')
  if (!/^[+-]?[.,]*\d[\d.,]*$/.test(bare)) return undefined
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const sign = bare[last]
  const both = bare.includes('.') && bare.includes(',')
  const repeated = sign !== undefined && bare.indexOf(sign) !== last
  const thousands = sign !== undefined && sign !== decimal && /^\d{3}$/.test(bare.slice(last + 1)) && last > 0
  const isDecimal = last >= 0 && (both ? !repeated : !repeated && !thousands)
  const whole = (isDecimal ? bare.slice(0, last) : bare).replace(/[.,]/g, '')
  const value = Number(isDecimal ? `${whole || '0'}.${bare.slice(last + 1) || '0'}` : whole)
  return Number.isFinite(value) ? value : undefined
}
