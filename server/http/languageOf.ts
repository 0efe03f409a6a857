import type { FastifyRequest } from 'fastify'
import { type Language, preferredLanguage } from '../../contract/reference/languages.ts'
import type { Person } from '../domain/sign-in/person.ts'

const languages = new WeakMap<FastifyRequest, Language>()

/** Notes the language of the signed-in person. */
export function noteLanguage(request: FastifyRequest, person: Pick<Person, 'lang'> | undefined): void {
  if (person?.lang) languages.set(request, person.lang)
}

/** Returns the language of the signed-in person, else that of the browser. */
export const languageOf = (request: FastifyRequest): Language =>
  languages.get(request) ??
  preferredLanguage((request.headers['accept-language'] ?? '').split(',').map((one) => (one.split(';')[0] ?? '').trim()))
