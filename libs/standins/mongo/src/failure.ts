const codes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  Overflow: 15,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  DollarPrefixedFieldName: 52,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  CannotIndexParallelArrays: 171,
  InvalidPipelineOperator: 168,
  QueryPlanKilled: 175,
  NotImplemented: 238,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  UnknownField: 40415,
  MissingField: 40414,
  UnrecognizedStage: 40324,
} as const;

/** The names of the error codes this server answers with. */
type CodeName = keyof typeof codes;

/** An error a client may see, as MongoDB would name it; `details` are added to the error document. */
export class MongoFailure extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly details: Record<string, unknown>;
  constructor(codeName: string, code: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.codeName = codeName;
    this.code = code;
    this.details = details;
  }
}

/** Makes an error with MongoDB's number for that name. */
export function failure(codeName: CodeName, message: string, details?: Record<string, unknown>): MongoFailure {
  return new MongoFailure(codeName, codes[codeName], message, details);
}

/** Makes an error that MongoDB knows by number only (it names such codes Location…). */
export function located(code: number, message: string): MongoFailure {
  return new MongoFailure(`Location${code}`, code, message);
}
