export * from '../../../contract/forms/check/readJson.ts'
