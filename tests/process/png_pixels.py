"""Reads a PNG of 8-bit RGB as pixels, with nothing but zlib: a second reader beside the library that wrote it."""
import struct
import zlib

import numpy

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks_of(content):
    """Name and body of each chunk; every checksum is looked at."""
    if not content.startswith(SIGNATURE):
        raise ValueError("no PNG")
    place = len(SIGNATURE)
    while place < len(content):
        size, name = struct.unpack(">I4s", content[place:place + 8])
        body = content[place + 8:place + 8 + size]
        checksum, = struct.unpack(">I", content[place + 8 + size:place + 12 + size])
        if len(body) != size or zlib.crc32(name + body) != checksum:
            raise ValueError(f"the chunk {name} is damaged")
        yield name, body
        place += 12 + size


def paeth(left, above, corner):
    guess = left + above - corner
    distances = (abs(guess - left), abs(guess - above), abs(guess - corner))
    return (left, above, corner)[distances.index(min(distances))]


def undo_filter(kind, line, above):
    """One line of three bytes a pixel, by the five filters of the PNG specification, section 9.2."""
    for at in range(len(line)):
        left, corner = (line[at - 3], above[at - 3]) if at >= 3 else (0, 0)
        line[at] = (line[at] + (0, left, above[at], (left + above[at]) // 2, paeth(left, above[at], corner))[kind]) % 256
    return line


def read_png(path):
    """Array [height, width, 3] of uint8."""
    chunks = list(chunks_of(path.read_bytes()))
    if [chunks[0][0], chunks[-1][0]] != [b"IHDR", b"IEND"]:
        raise ValueError("chunks out of order")
    width, height, depth, colour, compression, filtering, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if (depth, colour, compression, filtering, interlaced) != (8, 2, 0, 0, 0):
        raise ValueError("not 8-bit RGB")
    raw = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    if len(raw) != height * (1 + 3 * width):
        raise ValueError("not as many pixels as it says")
    lines, above = [], bytearray(3 * width)
    for start in range(0, len(raw), 1 + 3 * width):
        above = undo_filter(raw[start], bytearray(raw[start + 1:start + 1 + 3 * width]), above)
        lines.append(bytes(above))
    return numpy.frombuffer(b"".join(lines), "u1").reshape(height, width, 3)
