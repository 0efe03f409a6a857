import type { FastifyRequest } from 'fastify'
import { type Language, preferredLanguage } from '../../contract/reference/languages.ts'
import type { Person } from '../domain/sign-in/person.ts'

declare module 'fastify' {
  interface FastifyRequest {
    language: Language | undefined
  }
}

/** Notes the language of the signed-in person. */
export function noteLanguage(request: FastifyRequest, person: Pick<Person, 'lang'> | undefined): void {
  if (person?.lang) request.language = person.lang
}

/** Returns the language of the signed-in person, else that of the browser. */
export const languageOf = (request: FastifyRequest): Language =>
  request.language ??
  preferredLanguage((request.headers['accept-language'] ?? '').split(',').map((one) => (one.split(';')[0] ?? '').trim()))
