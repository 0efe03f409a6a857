import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import type { App } from '../domain/app.ts'
import { checkAnswer } from './checkAnswer.ts'
import { addRoutes, serve } from './serve.ts'

const count = endpoint({
  method: 'GET',
  path: '/api/count',
  whenOffline: 'refused',
  access: 'public',
  answer: z.object({ n: z.number(), at: z.optional(z.string()) }),
})

describe('checkAnswer', () => {
  it('reads the answer as the device receives it: after JSON', () => {
    expect(() => checkAnswer(count, { n: 1, at: new Date(0) })).not.toThrow()
    expect(() => checkAnswer(count, { n: 1, at: undefined })).not.toThrow()
    expect(() => checkAnswer(count, { n: Number.NaN })).toThrow('The answer of GET /api/count does not fit its shape: n:')
  })

  it('names what is missing', () => {
    expect(() => checkAnswer(count, undefined)).toThrow('answer:')
    expect(() => checkAnswer(count, { n: 1, at: null })).toThrow('at:')
  })
})

describe('an answer that does not fit its shape', () => {
  const answerWith = async (checkAnswers: boolean) => {
    const server = fastify()
    await server.register(cookie)
    const settings = { trustProxy: false, secureCookie: 'never', checkAnswers } as const
    addRoutes(server, {} as App, settings, [serve(count, () => ({ n: 'three' }) as never)])
    return server.inject({ method: 'GET', url: '/api/count' })
  }

  it('is an error in tests and in development', async () => {
    const { statusCode, body } = await answerWith(true)
    expect(statusCode).toBe(500)
    expect(body).toContain('The answer of GET /api/count does not fit its shape: n:')
  })

  it('reaches the device in production', async () => {
    const { statusCode, body } = await answerWith(false)
    expect([statusCode, body]).toEqual([200, '{"n":"three"}'])
  })
})
