/** The reason why a sheet is not read. */
export type SheetProblemReason = 'unreadable' | 'tooLarge' | 'tooManyRows' | 'noSpace';

export class SheetProblem extends Error {
  override readonly name = 'SheetProblem';
  readonly reason: SheetProblemReason;
  constructor(reason: SheetProblemReason) {
    super(`a sheet is not read: ${reason}`);
    this.reason = reason;
  }
}
