// A see-through piece of a plane. `corner`: 0…1 along its rim, 0…1 from its centre.
uniform mat4 clip;
in vec2 corner;
in vec4 center;
in vec4 first;
in vec4 second;
in vec2 range;
in vec4 tint;
out vec4 col;

void main() {
    float angle = range.x + range.y * corner.x;
    vec3 p = center.xyz + corner.y * (first.xyz * cos(angle) + second.xyz * sin(angle));
    col = tint;
    gl_Position = clip * vec4(p, 1.0);
}
