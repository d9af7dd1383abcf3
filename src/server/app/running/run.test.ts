import { expect, it } from 'vitest'
import { BadConfig, readConfig } from '#server/app/config/config.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { startErrorMessage } from './run.ts'

const config = readConfig({ PORT: '80' })
const failed = (fields: object) => Object.assign(new Error('failed'), fields)

it('explains a failed start to the operator, unless the error is unexpected', () =>
  checkEachRow(
    [
      [new BadConfig(['PORT must be a number.']), 'PORT must be a number.'],
      [failed({ syscall: 'listen', code: 'EADDRINUSE' }), 'set PORT to a free one'],
      [failed({ syscall: 'listen', code: 'EACCES' }), 'set PORT to one above 1023'],
      [failed({ syscall: 'listen', code: 'EADDRNOTAVAIL' }), 'an address of this machine'],
      [failed({ path: '/data', code: 'EROFS' }), 'DATA_DIR cannot be used: /data'],
      [failed({}), null],
    ],
    ([error, says]) => {
      const sentence = startErrorMessage(error, config)
      if (says === null) expect(sentence).toBeNull()
      else expect(sentence).toContain(says)
    },
  ))
