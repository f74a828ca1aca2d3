// A grid of hairlines that fades outwards. `grid`: spacing, radius, opacity, line width.
uniform vec3 ink;
uniform vec4 grid;
in vec2 place;
out vec4 outColor;

void main() {
    vec2 cell = place / grid.x;
    vec2 pixel = max(fwidth(cell), 1e-6);
    vec2 off = abs(fract(cell - 0.5) - 0.5) / pixel;
    // Where lines come closer than a few pixels they melt into a tone of the same weight.
    vec2 line = clamp(grid.w * 0.5 + 0.5 - off, 0.0, 1.0);
    line = mix(line, min(grid.w * pixel, 1.0), smoothstep(0.15, 0.5, pixel));
    float fade = 1.0 - smoothstep(0.35, 1.0, length(place) / grid.y);
    outColor = vec4(ink, 1.0) * max(line.x, line.y) * fade * grid.z;
}
