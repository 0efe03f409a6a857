/** The small example forms of all field types, by path; a new type's form is included automatically. */
const files = import.meta.glob<string>('../../fields/*/*.form.json', { query: '?raw', import: 'default', eager: true })

export interface Example {
  readonly path: string
  readonly name: string
  readonly text: string
}

export const examples: readonly Example[] = Object.entries(files).map(([path, text]) => ({
  path,
  name: (path.split('/').at(-1) ?? path).replace('.form.json', '').replaceAll('-', ' '),
  text,
}))
