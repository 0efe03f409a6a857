/** An object of a settings file whose shape is not checked yet. */
export type Raw = Readonly<Record<string, unknown>>

export const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
