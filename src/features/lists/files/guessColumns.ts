import { type ListColumn, listColumns, type ProjectListName } from '../../../../contract/reference/projectLists.ts'
import type { EntryCells } from '../../../../contract/rules/readEntry.ts'
import type { FileTable } from '../../../../contract/tables/FileTable.ts'

/** What a column of a file can be. A first and a last name together are the name. */
export type Target = ListColumn | 'name' | 'firstName' | 'lastName' | 'active'

/** Headings in English, Spanish and Portuguese, without accents; the first match wins. */
const headings: Readonly<Record<Target, readonly string[]>> = {
  firstName: ['first name', 'given name', 'forename', 'nombre de pila', 'primer nombre', 'primeiro nome'],
  lastName: ['last name', 'surname', 'family name', 'apellido', 'apellidos', 'sobrenome', 'apelido'],
  name: [
    'name',
    'full name',
    'employee',
    'employee name',
    'worker',
    'person',
    'company name',
    'vendor',
    'vendor name',
    'description',
    'title',
  ]
    .concat(['nombre', 'nombre completo', 'nombres', 'empleado', 'trabajador', 'descripcion', 'razon social'])
    .concat(['nome', 'nome completo', 'funcionario', 'trabalhador', 'colaborador', 'descricao']),
  number: [
    'number',
    'no',
    'nr',
    '#',
    'employee number',
    'employee no',
    'employee id',
    'badge',
    'badge number',
    'code',
    'vendor number',
  ].concat(['numero', 'num', 'numero de empleado', 'codigo', 'clave', 'numero do funcionario', 'matricula', 'cracha']),
  email: ['email', 'e mail', 'email address', 'mail', 'correo', 'correo electronico', 'endereco de email'],
  mobile: ['mobile', 'mobile number', 'cell', 'cell phone', 'phone', 'phone number', 'telephone', 'sms'].concat([
    'movil',
    'celular',
    'telefono',
    'telefono movil',
    'telemovel',
    'telefone',
    'numero de celular',
  ]),
  company: [
    'company',
    'employer',
    'contractor',
    'subcontractor',
    'firm',
    'empresa',
    'compania',
    'contratista',
    'empreiteira',
    'subcontratista',
  ],
  role: ['role', 'job title', 'position', 'classification', 'cargo', 'puesto', 'rol', 'funcao', 'categoria'],
  trade: ['trade', 'craft', 'oficio', 'especialidad', 'especialidade', 'gremio'],
  location: ['location', 'area', 'place', 'ubicacion', 'lugar', 'local', 'localizacao'],
  contact: ['contact', 'contact name', 'contact person', 'contacto', 'persona de contacto', 'contato', 'pessoa de contato'],
  cost_code: ['cost code', 'costcode', 'codigo de costo', 'codigo de custo', 'centro de custo', 'centro de costo'],
  type: ['type', 'kind', 'category', 'model', 'tipo', 'modelo'],
  serial: ['serial', 'serial number', 'serial no', 'vin', 'numero de serie', 'serie'],
  externalId: ['external id', 'externalid', 'id', 'uid', 'id externo', 'identificador'],
  active: ['active', 'enabled', 'activo', 'ativo'],
}

/** 'Correo electrónico:' → 'correo electronico'. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()

/** The targets of a list. */
export const targetsOf = (list: ProjectListName): readonly Target[] => [
  'name',
  ...(list === 'people' ? (['firstName', 'lastName'] as const) : []),
  ...listColumns[list],
  'active',
]

export interface ColumnGuess {
  readonly hasHeading: boolean
  /** By column of the file; undefined: not imported. */
  readonly targets: readonly (Target | undefined)[]
}

/** Guesses what each column is by its heading. Without a known heading the first column is the name. */
export function guessColumns(list: ProjectListName, { rows }: FileTable): ColumnGuess {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const allowed = targetsOf(list)
  const taken = new Set<Target>()
  const targets = Array.from({ length: width }, (_, at) => {
    const heading = plain(rows[0]?.[at] ?? '')
    const target = allowed.find((one) => !taken.has(one) && headings[one].includes(heading))
    if (target !== undefined) taken.add(target)
    return target
  })
  if (taken.size > 0) return { hasHeading: true, targets }
  return { hasHeading: false, targets: targets.map((_, at) => (at === 0 ? 'name' : undefined)) }
}

/** True if the columns give each row a name. */
export const hasName = (targets: readonly (Target | undefined)[]): boolean =>
  targets.includes('name') || targets.includes('firstName') || targets.includes('lastName')

/** Returns the rows of the file as cells of entries, with their numbers in the file. */
export function entriesOf(table: FileTable, { hasHeading, targets }: ColumnGuess): { row: number; cells: EntryCells }[] {
  return table.rows.slice(hasHeading ? 1 : 0).map((row, at) => {
    const cells: Record<string, string> = {}
    for (const [column, target] of targets.entries()) {
      const text = row[column]?.trim() ?? ''
      if (target !== undefined && text !== '') cells[target] ??= text
    }
    const { firstName, lastName, ...rest } = cells
    const name = rest['name'] ?? [firstName, lastName].filter(Boolean).join(' ')
    return { row: table.numbers[at + (hasHeading ? 1 : 0)] ?? at + 1, cells: name === '' ? rest : { ...rest, name } }
  })
}
