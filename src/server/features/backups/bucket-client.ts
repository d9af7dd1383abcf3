import { S3Client } from '@bradenmacdonald/s3-lite-client'

type Request = Parameters<S3Client['makeRequest']>[0]

/**
 * A client for one upload, which it can abort: a store keeps, and charges for, the parts of an upload that was neither
 * completed nor aborted. The library does not abort, and does not expose the upload's id.
 */
export class UploadClient extends S3Client {
  #begun: Pick<Request, 'objectName' | 'query'> | null = null
  readonly #underWay = new Set<Promise<unknown>>()

  override async makeRequest(request: Request): Promise<Response> {
    const { method, objectName, query } = request
    if (method === 'PUT' && typeof query === 'object' && query.uploadId !== undefined) {
      this.#begun = { objectName, query: { uploadId: query.uploadId } }
    }
    const answer = super.makeRequest(request)
    this.#underWay.add(answer)
    return answer.finally(() => this.#underWay.delete(answer))
  }

  /** Aborts an upload in parts, and once more when the pending parts have arrived: the store may have kept them. */
  async takeBack(): Promise<void> {
    if (!this.#begun) return
    const underWay = [...this.#underWay]
    await this.#abort(this.#begun)
    if (underWay.length === 0) return
    await Promise.allSettled(underWay)
    await this.#abort(this.#begun)
  }

  async #abort(upload: Pick<Request, 'objectName' | 'query'>): Promise<void> {
    await super.makeRequest({ ...upload, method: 'DELETE', statusCode: 204 }).catch((error: unknown) => {
      // The upload is already gone.
      if ((error as { statusCode?: number }).statusCode !== 404) throw error
    })
  }
}
