"""Judges a JSON Schema by Python: schema_check.py SCHEMA ACCEPTED.toml... -- REFUSED.toml...

The schema must be valid, and say the same of the files as Assay's own reader. Without the module jsonschema (exit 77)
only its structure is looked at.
"""
import datetime
import json
import sys
import tomllib


def plain(value):
    """What JSON can hold: dates become text."""
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for member in value.values():
            yield from references(member)
    elif isinstance(value, list):
        for member in value:
            yield from references(member)


def read(name):
    with open(name, "rb") as file:
        return plain(tomllib.load(file))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    split = sys.argv.index("--")
    accepted, refused = sys.argv[2:split], sys.argv[split + 1:]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is False
    for reference in references(schema):
        assert reference.startswith("#/$defs/") and reference[len("#/$defs/"):] in schema["$defs"], reference
    for key, member in schema["properties"].items():
        assert member["description"], key
    try:
        import jsonschema
    except ImportError:
        return 77
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = 0
    for name in accepted:
        for error in validator.iter_errors(read(name)):
            print(f"{name}: refused: {error.json_path}: {error.message[:200]}")
            failed = 1
    for name in refused:
        if validator.is_valid(read(name)):
            print(f"{name}: accepted: {open(name, encoding='utf-8').read()}")
            failed = 1
    return failed


sys.exit(main())
