/** The photograph or its history cannot be read; the message is for people. */
export class SourceFailure extends Error {}
